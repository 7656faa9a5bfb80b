package money

import "testing"

// rows are those of the table.
var rows = Currencies()

// ofSeveralCountries are currencies whose payers share no language.
var ofSeveralCountries = map[string]bool{"EUR": true, "USD": true, "XAF": true, "XCD": true, "XOF": true, "XPF": true}

// What people pay with at home has all that pages write, and the language that
// they offer first, unless they share none; nobody is at home with a coin.
func TestRowsAreComplete(t *testing.T) {
	for _, c := range rows {
		coin := c.MinorUnits > mostMinorUnits
		if (c.Sign == "") != coin || (c.Zone == "") != coin || (c.Language == "") != (coin || ofSeveralCountries[c.Code]) {
			t.Errorf("%s: sign %q, zone %q, language %q", c.Code, c.Sign, c.Zone, c.Language)
		}
	}
}

// A sign that two currencies share is marked as shared.
func TestSharedSignsSaySo(t *testing.T) {
	by := map[string]Currency{}
	for _, c := range rows {
		if other, twice := by[c.Sign]; twice && !(c.SignShared && other.SignShared) && c.Sign != "" {
			t.Errorf("%s and %s have the sign %s, and don't say so", c.Code, other.Code, c.Sign)
		}
		by[c.Sign] = c
	}
	if len(by) < 15 {
		t.Errorf("only %d signs", len(by))
	}
}

// sharedSigns are the signs of many currencies, of which the table may have one
// alone; beside each, the currency that may have it without its code.
var sharedSigns = map[string]string{
	"$": "", "£": "", "kr": "", "₨": "", "Rs": "",
	"¥": "JPY", // the yuan is CN¥ on pages
	"R": "ZAR", // the real is R$
}

func TestWellKnownSignsSayTheyAreShared(t *testing.T) {
	for _, c := range rows {
		alone, shared := sharedSigns[c.Sign]
		if shared && c.Code != alone && !c.SignShared {
			t.Errorf("%s: other currencies have the sign %s, too, and the row doesn't say so", c.Code, c.Sign)
		}
	}
}
