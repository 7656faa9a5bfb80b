package rules

// currencyTable has every currency of payins and payouts, by code.
var currencyTable = []Currency{
	{Code: "ARS", Name: "Argentine peso", Decimals: 2, PerUSDT: "1425.5", Amount: "18500.00", Small: "1250.00", Phone: "+5491123456789", Account: "2850590940090418135201", AccountDigits: 22},
	{Code: "BRL", Name: "Brazilian real", Decimals: 2, PerUSDT: "5.34", Amount: "123.45", Small: "9.90", Phone: "+5511912345678"},
	{Code: "CNY", Name: "Chinese yuan", Decimals: 2, PerUSDT: "7.11", Amount: "199.00", Small: "12.00", Phone: "+8613812345678", AccountDigits: 19},
	{Code: "COP", Name: "Colombian peso", Decimals: 2, PerUSDT: "3805", Amount: "85000", Small: "6500", Phone: "+573001234567"},
	{Code: "GHS", Name: "Ghanaian cedi", Decimals: 2, PerUSDT: "11.05", Amount: "120.50", Small: "8.50", Phone: "+233241234567"},
	{Code: "IDR", Name: "Indonesian rupiah", Decimals: 2, WholeCodes: true, PerUSDT: "16650", Amount: "150000", Small: "15000", Phone: "+6281234567890"},
	{Code: "INR", Name: "Indian rupee", Decimals: 2, PerUSDT: "89.2", Amount: "499.00", Small: "49.00", Phone: "+919876543210", Account: "customer.1001@okaxis", AccountDigits: 14},
	{Code: "JPY", Name: "Japanese yen", Decimals: 0, PerUSDT: "154.6", Amount: "3200", Small: "280", Phone: "+819012345678", AccountDigits: 7},
	{Code: "KES", Name: "Kenyan shilling", Decimals: 2, PerUSDT: "129.3", Amount: "1500.00", Small: "120.00", Phone: "+254712345678"},
	{Code: "KRW", Name: "South Korean won", Decimals: 0, PerUSDT: "1462", Amount: "25000", Small: "2500", Phone: "+821012345678", Holder: "홍길동", AccountDigits: 14},
	{Code: "LAK", Name: "Lao kip", Decimals: 2, WholeCodes: true, PerUSDT: "21650", Amount: "250000", Small: "20000", Phone: "+8562055512345", AccountDigits: 12},
	{Code: "MXN", Name: "Mexican peso", Decimals: 2, PerUSDT: "18.4", Amount: "450.00", Small: "39.00", Phone: "+525512345678"},
	{Code: "MYR", Name: "Malaysian ringgit", Decimals: 2, PerUSDT: "4.15", Amount: "89.90", Small: "7.90", Phone: "+60123456789"},
	{Code: "NAD", Name: "Namibian dollar", Decimals: 2, PerUSDT: "17.2", Amount: "349.99", Small: "29.99", Phone: "+264811234567", AccountDigits: 11},
	{Code: "NGN", Name: "Nigerian naira", Decimals: 2, PerUSDT: "1448", Amount: "15000.00", Small: "950.00", Phone: "+2348031234567", Account: "0000014579"},
	{Code: "PHP", Name: "Philippine peso", Decimals: 2, PerUSDT: "58.7", Amount: "858.31", Small: "75.00", Phone: "+639171234567", AccountDigits: 12},
	{Code: "THB", Name: "Thai baht", Decimals: 2, PerUSDT: "32.45", Amount: "1234.50", Small: "89.00", Phone: "+66812345678", Account: "0801234567"},
	{Code: "TWD", Name: "New Taiwan dollar", Decimals: 2, PerUSDT: "31.1", Amount: "800", Small: "80", Phone: "+886912345678"},
	{Code: "USDC", Name: "USD Coin", Decimals: 6, PerUSDT: "1", Amount: "25.5", Small: "1.5"},
	{Code: "USDT", Name: "Tether", Decimals: 6, PerUSDT: "1", Amount: "25.5", Small: "1.5"},
	{Code: "VND", Name: "Vietnamese dong", Decimals: 0, PerUSDT: "26320", Amount: "150000", Small: "15000", Phone: "+84912345678", Account: "V3CAS62627239", AccountDigits: 13},
	{Code: "ZAR", Name: "South African rand", Decimals: 2, PerUSDT: "17.2", Amount: "349.99", Small: "29.99", Phone: "+27821234567", AccountDigits: 11},
}
