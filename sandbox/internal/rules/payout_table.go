package rules

import "slices"

// payouts are the methods of outgoing payments (interface.md, Payout create
// request). The codes besides BANK_TRANSFER, and what the four Pix-like
// methods carry the key in, are assumed.
var payouts = slices.Concat(bankTransfers(), []Method{
	{Code: "BANK_TRANSFER", Currency: "JPY", Must: []string{AccountName, AccountNumber}, May: []string{AccountType, Email, Phone}, AccountTypes: []string{"private", "corporate", "general", "current"}, Operators: banksJP, OperatorMust: true},
	{Code: "BANK_TRANSFER", Currency: "COP", Must: []string{AccountName, AccountNumber, Phone, Identifying}, May: []string{AccountType, Email}, Identifying: colombianID, Operators: banksCO, OperatorMust: true},
	{Code: "BANK_TRANSFER", Currency: "ARS", Must: []string{AccountName, AccountNumber, Identifying}, May: []string{Email, Phone}, Identifying: cuit, Operators: banksAR},
	{Code: "BANK_TRANSFER", Currency: "MXN", Must: []string{AccountName, AccountNumber, AccountType}, May: []string{Email, Phone}, AccountNumber: clabe},

	{Code: "WALLET_TRANSFER", Currency: "GHS", Must: []string{AccountName, Phone}, May: []string{Email}, Operators: walletsGH, OperatorMust: true, MobileOnly: true},
	{Code: "WALLET_TRANSFER", Currency: "KES", Must: []string{AccountName, Phone}, May: []string{Email}, Operators: walletsKE, OperatorMust: true, MobileOnly: true},
	{Code: "WALLET_TRANSFER", Currency: "IDR", Must: []string{AccountName}, May: []string{AccountNumber, Phone, Email}, Operators: walletsID, OperatorMust: true, MobileOnly: true},

	{Code: "EMAIL_TRANSFER", Currency: "BRL", Must: []string{Email}, May: []string{AccountName}},
	{Code: "PHONE_NUMBER_TRANSFER", Currency: "BRL", Must: []string{Phone}, May: []string{AccountName, Email}},
	{Code: "RANDOM_KEY_TRANSFER", Currency: "BRL", Must: []string{AccountNumber}, May: []string{AccountName, Email}, AccountNumber: uuid},
	{Code: "TAX_PAYER_ID_TRANSFER", Currency: "BRL", Must: []string{Identifying}, May: []string{AccountName, Email}, Identifying: cpfOrCNPJ},
})

// bankTransfers are the currencies whose transfers need no more than account
// and bank.
func bankTransfers() []Method {
	var list []Method
	for _, m := range []Method{
		{Currency: "BRL", Operators: banksBR}, {Currency: "CNY", Operators: banksCN}, {Currency: "IDR", Operators: banksID},
		{Currency: "INR", Operators: banksIN}, {Currency: "KRW", Operators: banksKR}, {Currency: "LAK", Operators: banksLA},
		{Currency: "MYR", Operators: banksMY}, {Currency: "NAD", Operators: banksNA}, {Currency: "NGN", Operators: banksNG},
		{Currency: "PHP", Operators: banksPH}, {Currency: "THB", Operators: banksTH}, {Currency: "TWD", Operators: banksTW},
		{Currency: "VND", Operators: banksVN}, {Currency: "ZAR", Operators: banksZA},
	} {
		m.Code, m.Must, m.May, m.OperatorMust = "BANK_TRANSFER", []string{AccountName, AccountNumber}, []string{AccountType, Email, Phone}, true
		list = append(list, m)
	}
	return list
}
