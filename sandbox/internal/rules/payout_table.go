package rules

import "payapp/sandbox/internal/wire"

// payouts are the payout methods (interface.md, Payout create request), with
// the fields that the interface calls mandatory. The codes besides
// BANK_TRANSFER are assumed, and so is the field with the key of the four
// Pix-like methods.
var payouts = payoutTable()

func payoutTable() []Method {
	list := []Method{
		{
			Code: "BANK_TRANSFER", Currency: "JPY", May: []string{AccountType}, Operators: banksJP,
			AccountTypes: []string{"private", "corporate", "general", "current"},
			Says:         "Payout accountType for JPY accepts private, corporate, general and current.",
		},
		{
			Code: "BANK_TRANSFER", Currency: "COP", Must: []string{Phone, Identifying}, Operators: banksCO,
			Says: "phoneNumber: Mandatory for wallet-transfer in GHS and KES, and for bank transfer in COP. " +
				"identifyingReference: Mandatory for bank transfer in COP and ARS.",
		},
		{
			Code: "BANK_TRANSFER", Currency: "ARS", Must: []string{Identifying}, Operators: banksAR,
			Says: "identifyingReference: Mandatory for bank transfer in COP and ARS.",
		},
		{
			Code: "BANK_TRANSFER", Currency: "MXN", Must: []string{AccountType},
			Says: "For BankTransferMethod in MXN, account.accountType is mandatory.",
		},
		wallet("GHS", walletsGH),
		wallet("KES", walletsKE),
		{Code: "WALLET_TRANSFER", Currency: "IDR", May: []string{Email}, Operators: walletsID, Says: "emailAddress: Optional for the wallet-transfer method."},
		{Code: "EMAIL_TRANSFER", Currency: "BRL", May: []string{Email}},
		{Code: "PHONE_NUMBER_TRANSFER", Currency: "BRL", May: []string{Phone}},
		{Code: "RANDOM_KEY_TRANSFER", Currency: "BRL", May: []string{AccountNumber}},
		{Code: "TAX_PAYER_ID_TRANSFER", Currency: "BRL", May: []string{Identifying}},
	}
	for _, m := range []Method{
		{Currency: "BRL", Operators: banksBR}, {Currency: "CNY", Operators: banksCN}, {Currency: "IDR", Operators: banksID},
		{Currency: "INR", Operators: banksIN}, {Currency: "KRW", Operators: banksKR}, {Currency: "LAK", Operators: banksLA},
		{Currency: "MYR", Operators: banksMY}, {Currency: "NAD", Operators: banksNA}, {Currency: "NGN", Operators: banksNG},
		{Currency: "PHP", Operators: banksPH}, {Currency: "THB", Operators: banksTH}, {Currency: "TWD", Operators: banksTW},
		{Currency: "VND", Operators: banksVN}, {Currency: "ZAR", Operators: banksZA},
	} {
		m.Code = "BANK_TRANSFER" // has no mandatory fields
		list = append(list, m)
	}
	for i := range list {
		list[i].payout = true
	}
	return list
}

func wallet(currency string, wallets []wire.Named) Method {
	return Method{
		Code: "WALLET_TRANSFER", Currency: currency, Must: []string{AccountName, Phone}, May: []string{Email}, Operators: wallets,
		Says: "WalletTransferMethod: phoneNumber and account.accountName mandatory for GHS and KES. (2.56) " +
			"WalletTransferMethod: emailAddress optional. (2.71)",
	}
}
