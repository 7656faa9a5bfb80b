package gallery

import (
	"cmp"
	"fmt"
	"slices"

	"payapp/apiclient"
	"payapp/internal/presenter"
	"payapp/methods"
	"payapp/scenarios"
)

func optionEntries() []Entry {
	thai := []apiclient.Option{{MethodCode: "PROMPTPAY"}, {MethodCode: "ONLINE", Operators: thaiBanks[:4]}, {MethodCode: "OFFLINE"}}
	languages := choose("1234.50 THB", thai)
	languages.input = func(in *presenter.Input) { in.Languages = true }
	return []Entry{
		show("options-methods", "The choice of method", choose("1234.50 THB", thai)),
		show("languages", "All languages", languages),
		show("options-marks", "Methods with short names", choose("1234.50 INR", []apiclient.Option{
			{MethodCode: "UPIQR"}, {MethodCode: "P2A_V2"}, {MethodCode: "NETBANKING", Operators: manyBanks},
		})),
		show("options-many", "Many methods, one of them chosen", manyMethods()),
		show("options-operators", "A method chosen, its banks inside", choose("1234.50 THB", thai, func(f *scenarios.Facts) {
			f.Order.MethodCode, f.Order.OptionsAvailable = "ONLINE", true
		})),
		show("options-suggested", "A method and a bank that the shop suggests", choose("1234.50 THB", thai, func(f *scenarios.Facts) {
			f.Order.MethodCode, f.Order.OperatorCode, f.Order.OptionsAvailable = "ONLINE", thaiBanks[1].Code, true
		})),
		show("options-fault", "Nothing chosen", choose("1234.50 THB", thai, func(f *scenarios.Facts) { f.Progress.Notice = scenarios.ChooseMethod })),
		show("options-banks", "Banks alone", banks("1234.50 THB", "ONLINE", thaiBanks, "")),
		show("options-banks-few", "A few banks, none of them needed", banks("1234.50 THB", "OFFLINE", thaiBanks[:5], "")),
		show("options-banks-lists", "Banks in lists of their own", banks("250.00 MYR", "FPX", fpxBanks, "")),
		show("options-banks-400", "400 banks", banks("1234.50 INR", "NETBANKING", manyBanks, "")),
		show("options-banks-found", "Banks searched for", banks("1234.50 INR", "NETBANKING", manyBanks, "kerala urban")),
		show("options-banks-none", "No bank found", banks("1234.50 INR", "NETBANKING", manyBanks, "lotsu")),
	}
}

// choose is a moment before paying, with what the gateway offers.
func choose(money string, options []apiclient.Option, facts ...fact) moment {
	offered := func(f *scenarios.Facts) { f.Options = &apiclient.Options{Methods: options} }
	return moment{money: money, facts: append([]fact{offered}, facts...)}
}

// banks are those of a chosen method, which has more than fit into its row.
func banks(money, method string, list []apiclient.Operator, query string) moment {
	m := choose(money, []apiclient.Option{{MethodCode: method, Operators: list}, {MethodCode: "PROMPTPAY"}, {MethodCode: "ONLINE"}, {MethodCode: "UPIQR"}},
		func(f *scenarios.Facts) { f.Progress.Method = method })
	m.input = func(in *presenter.Input) { in.Query = query }
	return m
}

var thaiBanks = []apiclient.Operator{
	{Code: "002", Name: "Bangkok Bank"},
	{Code: "004", Name: "Kasikornbank"},
	{Code: "006", Name: "Krungthai Bank"},
	{Code: "014", Name: "Siam Commercial Bank"},
	{Code: "025", Name: "Bank of Ayudhya"},
	{Code: "011", Name: "TMBThanachart Bank"},
	{Code: "030", Name: "Government Savings Bank"},
}

// fpxBanks are banks for people and for companies, and one of neither list.
var fpxBanks = []apiclient.Operator{
	{Code: "MB2U0227", Name: "Maybank2u"},
	{Code: "BCBB0235", Name: "CIMB Clicks"},
	{Code: "PBB0233", Name: "Public Bank"},
	{Code: "MBB0228", Name: "Maybank2E"},
	{Code: "BCBB0236", Name: "BizChannel@CIMB"},
	{Code: "BKRM0602", Name: "Bank Rakyat"},
}

// manyBanks is as long as the longest real list.
var manyBanks = func() (list []apiclient.Operator) {
	places := []string{"Kerala", "Punjab", "Gujarat", "Baroda", "Nashik", "Mysore", "Bihar", "Assam", "Andhra", "Deccan"}
	kinds := []string{"Gramin Bank", "Co-operative Bank", "Urban Bank", "Mercantile Bank", "Development Bank", "Small Finance Bank", "Payments Bank", "District Bank"}
	trades := []string{"", "People's ", "Citizen ", "Farmers' ", "United "}
	for i, place := range places {
		for j, kind := range kinds {
			for k, trade := range trades {
				list = append(list, apiclient.Operator{Code: fmt.Sprintf("%c%c%c%d", place[0], kind[0], 'A'+k, 10*i+j), Name: place + " " + trade + kind})
			}
		}
	}
	return list
}()

func catalogue(rows []methods.Method) *methods.Catalogue {
	c, err := methods.New(rows, methods.Extra{})
	if err != nil {
		panic(err) // no page could be shown
	}
	return c
}

// manyMethods are all that the catalogue has, as if one merchant had them.
func manyMethods() moment {
	var rows []methods.Method
	var options []apiclient.Option
	all := methods.Default().All()
	slices.SortStableFunc(all, func(a, b methods.Method) int { return cmp.Compare(rank(a), rank(b)) })
	for _, m := range all {
		if !slices.ContainsFunc(rows, func(other methods.Method) bool { return other.Code == m.Code }) {
			m.Currency, m.Variant = "THB", false
			option := apiclient.Option{MethodCode: m.Code}
			if m.Code == "NETBANKING" {
				option.Operators = thaiBanks // they have a page of their own
			}
			rows, options = append(rows, m), append(options, option)
		}
	}
	return choose("1234.50 THB", options, func(f *scenarios.Facts) {
		f.Catalogue, f.Order.MethodCode, f.Order.OptionsAvailable = catalogue(rows), "ONLINE", true
	})
}

// rank puts the market's own methods first.
func rank(m methods.Method) int {
	if m.Currency == "THB" {
		return 0
	}
	return 1
}
