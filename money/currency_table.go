package money

// table holds the currencies that payments usually have, by code. Any other
// currency of ISO 4217 can be paid too; it is written with its code, with times
// in UTC, and no language is likelier for it.
var table = byCode(
	Currency{Code: "ARS", MinorUnits: 2, Sign: "$", SignShared: true, Zone: "America/Argentina/Buenos_Aires", Language: "es-419"},
	Currency{Code: "BRL", MinorUnits: 2, Sign: "R$", Zone: "America/Sao_Paulo", Language: "pt-BR"},
	Currency{Code: "CNY", MinorUnits: 2, Sign: "CN¥", Zone: "Asia/Shanghai", Language: "zh-Hans"},
	Currency{Code: "COP", MinorUnits: 2, Whole: true, Sign: "$", SignShared: true, Zone: "America/Bogota", Language: "es-419"},
	Currency{Code: "GHS", MinorUnits: 2, Sign: "GH₵", Zone: "Africa/Accra", Language: "en"},
	Currency{Code: "IDR", MinorUnits: 2, Whole: true, Sign: "Rp", Zone: "Asia/Jakarta", Language: "id"},
	Currency{Code: "INR", MinorUnits: 2, Sign: "₹", Zone: "Asia/Kolkata", Language: "hi"},
	Currency{Code: "JPY", MinorUnits: 0, Whole: true, Sign: "¥", Zone: "Asia/Tokyo", Language: "ja"},
	Currency{Code: "KES", MinorUnits: 2, Sign: "KSh", Zone: "Africa/Nairobi", Language: "sw"},
	Currency{Code: "KRW", MinorUnits: 0, Whole: true, Sign: "₩", Zone: "Asia/Seoul", Language: "ko"},
	Currency{Code: "LAK", MinorUnits: 2, Whole: true, Sign: "₭", Zone: "Asia/Vientiane", Language: "lo"},
	Currency{Code: "MXN", MinorUnits: 2, Sign: "$", SignShared: true, Zone: "America/Mexico_City", Language: "es-419"},
	Currency{Code: "MYR", MinorUnits: 2, Sign: "RM", Zone: "Asia/Kuala_Lumpur", Language: "ms"},
	Currency{Code: "NAD", MinorUnits: 2, Sign: "N$", SignShared: true, Zone: "Africa/Windhoek", Language: "af"},
	Currency{Code: "NGN", MinorUnits: 2, Sign: "₦", Zone: "Africa/Lagos", Language: "en"},
	Currency{Code: "PHP", MinorUnits: 2, Sign: "₱", Zone: "Asia/Manila", Language: "fil"},
	Currency{Code: "THB", MinorUnits: 2, Sign: "฿", Zone: "Asia/Bangkok", Language: "th"},
	Currency{Code: "TWD", MinorUnits: 2, Whole: true, Sign: "NT$", Zone: "Asia/Taipei", Language: "zh-Hant"},
	Currency{Code: "USDC", MinorUnits: 6},
	Currency{Code: "USDT", MinorUnits: 6},
	Currency{Code: "VND", MinorUnits: 0, Whole: true, Sign: "₫", Zone: "Asia/Ho_Chi_Minh", Language: "vi"},
	Currency{Code: "ZAR", MinorUnits: 2, Sign: "R", Zone: "Africa/Johannesburg", Language: "zu"},
)
