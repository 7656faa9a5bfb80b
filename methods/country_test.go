package methods

import (
	"testing"
	"time"
	_ "time/tzdata" // the test must not depend on the machine's zones

	cldr "github.com/bojanz/currency"
	"golang.org/x/text/language/display"

	"payapp/i18n"
	"payapp/money"
)

// Every row's currency and country have everything that pages write: decimals,
// sign and zone, the country's name and its calling code.
func TestRowsCurrencyAndCountryAreComplete(t *testing.T) {
	inTable := map[string]money.Currency{}
	for _, c := range money.Currencies() {
		inTable[c.Code] = c
	}
	for _, m := range Default().All() {
		currency, ok := inTable[m.Currency]
		if !ok {
			t.Errorf("%s: money/currency_table.go lacks %s", m.Code, m.Currency)
			continue
		}
		if m.Presentation == Crypto {
			if m.Country != "" || currency.Sign != "" || currency.Zone != "" {
				t.Errorf("%s %s: coins belong to no country: %+v", m.Code, m.Currency, currency)
			}
			continue
		}
		if zone, err := time.LoadLocation(currency.Zone); err != nil || zone == time.UTC {
			t.Errorf("%s: zone %q: %v", m.Currency, currency.Zone, err)
		}
		if currency.Sign == "" {
			t.Errorf("%s has no sign", m.Currency)
		}
		country, ok := FindCountry(m.Country)
		if !ok || codeOf(m.Country) == "" || display.English.Regions().Name(country.region) == "" {
			t.Errorf("%s %s: of the country %q only %+v is known", m.Code, m.Currency, m.Country, country)
		}
		if of, _ := cldr.ForCountryCode(m.Country); of != m.Currency {
			t.Errorf("%s: the currency of %s is %s, not %s", m.Code, m.Country, of, m.Currency)
		}
	}
}

// A country is recognised by its name on the page, in each language.
func TestCountriesAreReadByTheNamesOfPages(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range bundle.Locales() {
		for _, m := range Default().All() {
			name := l.Country(m.Country)
			if name == "" && m.Country != "" {
				t.Errorf("%s: %s has no name", l.Tag(), m.Country)
			}
			if got := m.Check(Field{Rule: RuleCountry}, name); got.Value != m.Country {
				t.Errorf("%s: %q is %+v, want %s", l.Tag(), name, got, m.Country)
			}
		}
	}
}

func TestFindCountry(t *testing.T) {
	for _, code := range []string{"TH", "SE", "TW", "US"} {
		if c, ok := FindCountry(code); !ok || c.Code != code {
			t.Errorf("%s: got %+v, %v", code, c, ok)
		}
	}
	for _, code := range []string{"", "XX", "th", "THA", "001", "EU", "ZZ"} {
		if c, ok := FindCountry(code); ok {
			t.Errorf("%q: got %+v", code, c)
		}
	}
}
