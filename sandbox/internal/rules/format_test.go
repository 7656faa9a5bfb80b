package rules

import (
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	for name, c := range map[string]struct {
		check     format
		good, bad string
	}{
		"UPI id":        {upiID, "merchant.1001@okaxis 9876543210@ybl", "merchant@ @upi a@1b"},
		"PromptPay":     {promptPay, "0801234567 1234567890121 123456789012345 +66801234567", "1234567890120 0201234567 12345678901234"},
		"CUIT":          {cuit, "20267565393", "20267565394 2026756539 2026756539x"},
		"CLABE":         {clabe, "032180000118359719", "032180000118359710 03218000011835971"},
		"CPF and CNPJ":  {cpfOrCNPJ, "52998224725 12ABC34501DE35 11222333000181", "11111111111 52998224724 12ABC34501DE36 1234"},
		"random key":    {uuid, "123e4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000"},
		"Colombian id":  {colombianID, "1020304050 8600029644 E12345", "12 1020.304"},
		"reference":     {Reference, "432112345678", "43211234567 4321123456789 43211234567x"},
		"e-mail":        {email, "a@b.co first.last+tag@sub.example.com", "a@b a@ @b.co a@b@c.co a@.b."},
		"Ghana mobile":  {mobiles["GHS"], "0241234567 +233241234567 0501234567", "0302123456 024123456"},
		"Kenya mobile":  {mobiles["KES"], "0712345678 +254112345678", "0212345678"},
		"Taiwan mobile": {mobiles["TWD"], "0912345678 +886912345678", "0212345678"},
		"wallet phone":  {mobiles["IDR"], "081234567890 +6281234567890 6281234567890", "02112345678"},
	} {
		for good := range strings.FieldsSeq(c.good) {
			if !c.check(good) {
				t.Errorf("%s: %s refused", name, good)
			}
		}
		for bad := range strings.FieldsSeq(c.bad) {
			if c.check(bad) {
				t.Errorf("%s: %s accepted", name, bad)
			}
		}
	}
}

// The table says one thing about each method and currency, P2A_V2's two
// request objects aside.
func TestTableIsSound(t *testing.T) {
	seen := map[string]int{}
	for _, m := range append(wholeTable(), Payouts()...) {
		key := m.Code + "/" + m.Currency
		seen[key]++
		if limit := map[bool]int{true: 2, false: 1}[m.Code == "P2A_V2"]; seen[key] > limit {
			t.Errorf("%s is there %d times", key, seen[key])
		}
		for _, must := range m.Must {
			for _, may := range m.May {
				if must == may && key != "OFFLINE/ARS" {
					t.Errorf("%s: %s is mandatory and optional", key, must)
				}
			}
		}
		if m.OperatorMust && len(m.Operators) == 0 {
			t.Errorf("%s needs an operator and has none", key)
		}
		for _, o := range m.Operators {
			if o.Code == "" || o.Name == "" {
				t.Errorf("%s: operator %+v", key, o)
			}
		}
	}
}

// wholeTable lists the whole table.
func wholeTable() []Method {
	var list []Method
	for _, c := range Currencies() {
		list = append(list, ForCurrency(c)...)
	}
	return list
}

func TestManyBanks(t *testing.T) {
	codes := map[string]bool{}
	for _, bank := range ManyBanks() {
		codes[bank.Code] = true
	}
	if len(codes) < 390 || len(codes) != len(ManyBanks()) {
		t.Errorf("got %d banks, %d codes", len(ManyBanks()), len(codes))
	}
}
