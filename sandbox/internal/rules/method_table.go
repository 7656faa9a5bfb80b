package rules

// methods is the table of interface.md, Payment methods, with a row for each
// currency, in the order of the options. A row has what the interface says
// about the method's fields, and quotes it; without a sentence nothing is
// mandatory. P2A_V2 appears once: its code stands for two request objects, of
// which no field is shown.
var methods = []Method{
	{Code: "ONLINE", Currency: "INR", Kind: Redirect, Operators: banksIN},
	{
		Code: "UPIQR", Currency: "INR", Kind: QR, May: []string{AccountNumber}, Reference: ReferenceWithoutAccount,
		Says: "Not required when the customer's UPI id is provided.", // the external reference; assumed: as account.accountNumber
	},
	{
		Code: "UPI_ID", Currency: "INR", Kind: Approve, May: []string{Email},
		Says: "Optional emailAddress is accepted by CryptoOfflineMethod, UpiIdMethod and VietQRMethod.",
	},
	{
		Code: "UPI_COLLECT", Currency: "INR", Kind: Approve, Must: []string{AccountName, Phone},
		Says: "For UpiCollectMethod in INR, account.accountName and phoneNumber are mandatory.",
	},
	{Code: "P2A_V2", Currency: "INR", Kind: Transfer, Operators: banksIN, Reference: ReferenceAlways, Says: "Required, exactly 12 digits."},
	{
		Code: "NETBANKING", Currency: "INR", Kind: Redirect, May: []string{AccountName, Email, Phone}, Operators: banksIN,
		Says: "For NETBANKING in INR, accountName, emailAddress and phoneNumber are optional.",
	},

	{
		Code: "PROMPTPAY", Currency: "THB", Kind: QR, Must: []string{AccountNumber},
		Says: "For PROMPTPAY, accountNumber is mandatory.",
	},
	{Code: "ONLINE", Currency: "THB", Kind: Redirect, Operators: banksTH},
	offline("THB", banksTH),

	{Code: "DUITNOW", Currency: "MYR", Kind: QR, Operators: banksMY},
	{
		Code: "FPX", Currency: "MYR", Kind: Redirect, Must: []string{AccountType}, Operators: banksMYAll,
		Says: "For FpxMethod in MYR, account.accountType is mandatory.",
	},
	{Code: "ONLINE", Currency: "MYR", Kind: Redirect, Operators: banksMY},

	{
		Code: "VIETQR", Currency: "VND", Kind: QR, May: []string{Email},
		Says: "Optional emailAddress is accepted by CryptoOfflineMethod, UpiIdMethod and VietQRMethod.",
	},
	{Code: "ONLINE", Currency: "VND", Kind: Redirect, Operators: banksVN},
	offline("VND", banksVN),

	{
		Code: "BANKA_PAY", Currency: "ZAR", Kind: Approve, Must: []string{AccountName}, May: []string{AccountNumber, CustomerLastName},
		Says: "For BANKA_PAY, account.accountName is mandatory and account.accountNumber is optional.",
	},
	{
		Code: "BANKB_PAY", Currency: "ZAR", Kind: Approve, May: []string{AccountNumber, CustomerLastName},
		Says: "For BANKB_PAY in ZAR, account.accountNumber is optional.",
	},
	{
		Code: "PAYSHAP", Currency: "ZAR", Kind: Approve, Must: []string{AccountName}, May: []string{AccountNumber, AccountType}, Operators: banksZA,
		Says: "For PAYSHAP, account.accountName is mandatory. " +
			"account.accountNumber and the other account fields are optional as of the latest version.",
	},
	{Code: "PAY_ME", Currency: "ZAR", Kind: ApproveOrRedirect},
	{Code: "NEDBANK_DIRECT_EFT", Currency: "ZAR", Kind: Redirect},
	{Code: "ZAPPER_QR", Currency: "ZAR", Kind: QR},
	{Code: "ONLINE", Currency: "ZAR", Kind: Redirect, Operators: banksZA},
	offline("ZAR", banksZA),

	{Code: "ONLINE", Currency: "NAD", Kind: Redirect, Operators: banksNA},
	offline("NAD", banksNA),

	{Code: "QRISPAY", Currency: "IDR", Kind: QR},
	{Code: "EWALLET", Currency: "IDR", Kind: Wallet, Operators: walletsID},
	{Code: "VAPAY", Currency: "IDR", Kind: VirtualAccount, Operators: banksID},

	{Code: "VAPAY", Currency: "KRW", Kind: VirtualAccount, Operators: banksKR},
	offline("KRW", banksKR).needs("accountName is mandatory for OFFLINE in KRW.", AccountName),

	{
		Code: "CODE_PAYMENT", Currency: "TWD", Kind: StoreCode, Must: []string{AccountName, Email, Phone, Location}, Operators: storesTW,
		Says: "For CODE_PAYMENT, accountName, emailAddress, phoneNumber and paymentLocation are mandatory.",
	},
	{
		Code: "VAPAY", Currency: "TWD", Kind: VirtualAccount, Must: []string{Email, Phone}, May: []string{AccountName, AccountNumber, Location},
		Operators: banksTW,
		Says: "For VAPAY in TWD, emailAddress and phoneNumber are mandatory. " +
			"paymentOperatorCode and accountName are optional, and account is optional.",
	},

	offline("TWD", banksTW), // "OFFLINE and VAPAY in TWD make the account object optional."

	{Code: "QRPH", Currency: "PHP", Kind: QR},
	offline("PHP", banksPH),

	{Code: "PIXQR", Currency: "BRL", Kind: QR},

	{
		Code: "MOBILE_MONEY", Currency: "GHS", Kind: Approve, Must: []string{AccountName}, Operators: walletsGH,
		Says: "MobileMoney: accountName mandatory. (2.51)",
	},
	{
		Code: "MOBILE_MONEY", Currency: "KES", Kind: Approve, Must: []string{AccountName}, Operators: walletsKE,
		Says: "MobileMoney: accountName mandatory. (2.51)",
	},

	offline("CNY", banksCN),
	offline("JPY", banksJP).needs("emailAddress is mandatory for OFFLINE in JPY.", Email),
	offline("LAK", banksLA),
	offline("NGN", banksNG),
	offline("ARS", banksAR).needs("taxId is mandatory for OFFLINE in ARS.", TaxID),

	// "a method for the Colombian market"; assumed: with the identifyingReference of payouts.
	{Code: "PSE", Currency: "COP", Kind: Redirect, May: []string{Identifying}, Operators: banksCO},

	crypto("USDC"),
	crypto("USDT"),
}
