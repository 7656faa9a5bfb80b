package money

// table holds the currencies that payments usually have, by code. Any other
// currency of ISO 4217 can be paid too; it is written with its code, with times
// in UTC.
var table = byCode(
	Currency{Code: "ARS", MinorUnits: 2, Sign: "$", SignShared: true, Zone: "America/Argentina/Buenos_Aires"},
	Currency{Code: "BRL", MinorUnits: 2, Sign: "R$", Zone: "America/Sao_Paulo"},
	Currency{Code: "CNY", MinorUnits: 2, Sign: "CN¥", Zone: "Asia/Shanghai"},
	Currency{Code: "COP", MinorUnits: 2, Whole: true, Sign: "$", SignShared: true, Zone: "America/Bogota"},
	Currency{Code: "GHS", MinorUnits: 2, Sign: "GH₵", Zone: "Africa/Accra"},
	Currency{Code: "IDR", MinorUnits: 2, Whole: true, Sign: "Rp", Zone: "Asia/Jakarta"},
	Currency{Code: "INR", MinorUnits: 2, Sign: "₹", Zone: "Asia/Kolkata"},
	Currency{Code: "JPY", MinorUnits: 0, Whole: true, Sign: "¥", Zone: "Asia/Tokyo"},
	Currency{Code: "KES", MinorUnits: 2, Sign: "KSh", Zone: "Africa/Nairobi"},
	Currency{Code: "KRW", MinorUnits: 0, Whole: true, Sign: "₩", Zone: "Asia/Seoul"},
	Currency{Code: "LAK", MinorUnits: 2, Whole: true, Sign: "₭", Zone: "Asia/Vientiane"},
	Currency{Code: "MXN", MinorUnits: 2, Sign: "$", SignShared: true, Zone: "America/Mexico_City"},
	Currency{Code: "MYR", MinorUnits: 2, Sign: "RM", Zone: "Asia/Kuala_Lumpur"},
	Currency{Code: "NAD", MinorUnits: 2, Sign: "N$", SignShared: true, Zone: "Africa/Windhoek"},
	Currency{Code: "NGN", MinorUnits: 2, Sign: "₦", Zone: "Africa/Lagos"},
	Currency{Code: "PHP", MinorUnits: 2, Sign: "₱", Zone: "Asia/Manila"},
	Currency{Code: "THB", MinorUnits: 2, Sign: "฿", Zone: "Asia/Bangkok"},
	Currency{Code: "TWD", MinorUnits: 2, Whole: true, Sign: "NT$", Zone: "Asia/Taipei"},
	Currency{Code: "USDC", MinorUnits: 6},
	Currency{Code: "USDT", MinorUnits: 6},
	Currency{Code: "VND", MinorUnits: 0, Whole: true, Sign: "₫", Zone: "Asia/Ho_Chi_Minh"},
	Currency{Code: "ZAR", MinorUnits: 2, Sign: "R", Zone: "Africa/Johannesburg"},
)
