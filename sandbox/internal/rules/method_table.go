package rules

// methods is interface.md's table of incoming payments, a row for each
// currency, in the order of the options.
var methods = []Method{
	{Code: "ONLINE", Currency: "INR", Operators: banksIN, OperatorMust: true},
	{Code: "UPIQR", Currency: "INR", May: []string{AccountNumber}, AccountNumber: upiID, Reference: ReferenceWithoutAccount},
	{Code: "UPI_ID", Currency: "INR", Must: []string{AccountNumber}, May: []string{Email}, AccountNumber: upiID},
	{Code: "UPI_COLLECT", Currency: "INR", Must: []string{AccountName, Phone}, May: []string{AccountNumber}, AccountNumber: upiID},
	{Code: "P2A_V2", Currency: "INR", Operators: banksIN, Reference: ReferenceAlways}, // IMPSMethod
	{Code: "P2A_V2", Currency: "INR", Operators: banksIN, Reference: ReferenceAlways}, // P2AV2Method
	{Code: "NETBANKING", Currency: "INR", May: []string{AccountName, Email, Phone}, Operators: banksIN, OperatorMust: true},

	{Code: "PROMPTPAY", Currency: "THB", Must: []string{AccountNumber}, AccountNumber: promptPay},
	{Code: "ONLINE", Currency: "THB", Operators: banksTH, OperatorMust: true},
	{Code: "OFFLINE", Currency: "THB", May: offlineMay, Operators: banksTH},

	{Code: "DUITNOW", Currency: "MYR", Operators: banksMY},
	{Code: "FPX", Currency: "MYR", Must: []string{AccountType}, AccountTypes: []string{"personal", "corporate"}, Operators: banksMYAll, OperatorMust: true},
	{Code: "ONLINE", Currency: "MYR", Operators: banksMY, OperatorMust: true},

	{Code: "VIETQR", Currency: "VND", May: []string{Email}},
	{Code: "ONLINE", Currency: "VND", Operators: banksVN, OperatorMust: true},
	{Code: "OFFLINE", Currency: "VND", May: offlineMay, Operators: banksVN},

	{Code: "BANKA_PAY", Currency: "ZAR", Must: []string{AccountName}, May: []string{AccountNumber, CustomerLastName}},
	{Code: "BANKB_PAY", Currency: "ZAR", May: []string{AccountNumber, CustomerLastName}},
	{Code: "PAYSHAP", Currency: "ZAR", Must: []string{AccountName}, May: []string{AccountNumber, AccountType}, Operators: banksZA},
	{Code: "PAY_ME", Currency: "ZAR", May: []string{AccountName, Phone}},
	{Code: "NEDBANK_DIRECT_EFT", Currency: "ZAR"},
	{Code: "ZAPPER_QR", Currency: "ZAR"},
	{Code: "ONLINE", Currency: "ZAR", Operators: banksZA, OperatorMust: true},
	{Code: "OFFLINE", Currency: "ZAR", May: offlineMay, Operators: banksZA},

	{Code: "ONLINE", Currency: "NAD", Operators: banksNA, OperatorMust: true},
	{Code: "OFFLINE", Currency: "NAD", May: offlineMay, Operators: banksNA},

	{Code: "QRISPAY", Currency: "IDR"},
	{Code: "EWALLET", Currency: "IDR", May: []string{Phone}, Operators: walletsID, OperatorMust: true, MobileOnly: true},
	{Code: "VAPAY", Currency: "IDR", Must: []string{AccountName}, Operators: banksID},

	{Code: "VAPAY", Currency: "KRW", Must: []string{AccountName}, Operators: banksKR},
	{Code: "OFFLINE", Currency: "KRW", Must: []string{AccountName}, May: []string{AccountNumber, Email, Phone, ProductID}, Operators: banksKR},

	{Code: "CODE_PAYMENT", Currency: "TWD", Must: []string{AccountName, Email, Phone, Location}, Operators: storesTW, MobileOnly: true},
	{Code: "VAPAY", Currency: "TWD", Must: []string{Email, Phone}, May: []string{AccountName, AccountNumber, Location}, Operators: banksTW, MobileOnly: true},

	{Code: "QRPH", Currency: "PHP"},
	{Code: "OFFLINE", Currency: "PHP", May: offlineMay, Operators: banksPH},

	{Code: "PIXQR", Currency: "BRL"},

	{Code: "MOBILE_MONEY", Currency: "GHS", Must: []string{AccountName, Phone}, Operators: walletsGH, OperatorMust: true, MobileOnly: true},
	{Code: "MOBILE_MONEY", Currency: "KES", Must: []string{AccountName, Phone}, Operators: walletsKE, OperatorMust: true, MobileOnly: true},

	{Code: "OFFLINE", Currency: "CNY", May: offlineMay, Operators: banksCN},
	{Code: "OFFLINE", Currency: "JPY", Must: []string{Email}, May: []string{AccountName, AccountNumber, Phone, ProductID}, Operators: banksJP},
	{Code: "OFFLINE", Currency: "LAK", May: offlineMay, Operators: banksLA},
	{Code: "OFFLINE", Currency: "NGN", May: offlineMay, Operators: banksNG},
	{Code: "OFFLINE", Currency: "ARS", Must: []string{TaxID}, May: offlineMay, Operators: banksAR},

	{Code: "PSE", Currency: "COP", Must: []string{Identifying, Phone}, May: []string{Email}, Identifying: colombianID, Operators: banksCO, OperatorMust: true},

	{Code: "CRYPTO_OFFLINE", Currency: "USDC", May: []string{Email}, Operators: networks},
	{Code: "CRYPTO_OFFLINE", Currency: "USDT", May: []string{Email}, Operators: networks},
}

// offlineMay is what OFFLINE takes in every currency.
var offlineMay = []string{AccountName, AccountNumber, Email, Phone, ProductID}
