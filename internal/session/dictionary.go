package session

// dictionary1 is the compression dictionary of envelopes of version 1, which are
// only read. It must stay byte for byte as it is, until no such cookie lives.
var dictionary1 = []byte(`customerName.titleBefore customerName.titleAfter customerName.middleName customerName.firstName customerName.lastName ` +
	`paymentLocation.country paymentLocation.zipCode paymentLocation.street paymentLocation.city ` +
	`identifyingReference productId taxId accountType personal corporate ` +
	`NEDBANK_DIRECT_EFT ZAPPER_QR CODE_PAYMENT CRYPTO_OFFLINE MOBILE_MONEY UPI_COLLECT UPI_ID BANKA_PAY BANKB_PAY PAYSHAP PAY_ME NETBANKING VAPAY EWALLET QRISPAY DUITNOW VIETQR PIXQR QRPH P2A_V2 OFFLINE PROMPTPAY UPIQR ONLINE ` +
	`.com/callback .com/return?order= /payments/ /checkout/ /webhook/ .co.za/ .co.th/ .in/ http://localhost:8081/shop/ https://www.example.com/ ` +
	`"emailAddress":"@gmail.com","phoneNumber":"+","accountNumber":"","accountName":"` +
	`","od":true,"t":{"sf":true,"w":true,"nc":true,"a":true,"pa":"2026-","l":true,"k":"PENDING","ka":"2026-` +
	`","oa":true,"ed":true,"pm":"","po":"","d":{"` +
	`,"c":"ZAR","c":"INR","c":"THB","cb":"https://","r":"https://` +
	`{"m":"DEMO","i":"order-","t":"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJ`)
