package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"payapp/money"
)

var phoneForm = regexp.MustCompile(`^\+[1-9]\d{6,14}$`)

func TestEveryCurrencyIsComplete(t *testing.T) {
	var codes []string
	for _, c := range AllCurrencies() {
		codes = append(codes, c.Code)
		if c.Name == "" {
			t.Errorf("%s has no name", c.Code)
		}
		if rate, err := strconv.ParseFloat(string(c.PerUSDT), 64); err != nil || rate <= 0 {
			t.Errorf("%s has the rate %q", c.Code, c.PerUSDT)
		}
		if units, known := money.MinorUnits(c.Code); !known || units != c.Decimals {
			t.Errorf("%s: internal/money has %d decimals, the table %d", c.Code, units, c.Decimals)
		}
		amount, err := money.Parse(c.Amount, c.Code)
		if err != nil || !amount.IsPositive() {
			t.Errorf("%s: the sample amount %q: %v", c.Code, c.Amount, err)
		}
		if c.WholeCodes && strings.Contains(c.Amount, ".") {
			t.Errorf("%s: codes carry whole amounts, the sample is %s", c.Code, c.Amount)
		}
		if !phoneForm.MatchString(c.Phone) && !strings.HasPrefix(c.Code, "USD") {
			t.Errorf("%s: the sample phone number %q", c.Code, c.Phone)
		}
		if c.AccountDigits != 0 && c.AccountDigits < 7 {
			t.Errorf("%s: an account number of %d digits", c.Code, c.AccountDigits)
		}
	}
	if !slices.IsSorted(codes) || len(slices.Compact(slices.Clone(codes))) != len(codes) {
		t.Errorf("not by code, or one twice: %v", codes)
	}
	var used []string
	for _, m := range append(Payins.All(), Payouts.All()...) {
		used = append(used, m.Currency)
	}
	slices.Sort(used)
	if used = slices.Compact(used); !slices.Equal(used, codes) {
		t.Errorf("methods are in %v, the table has %v", used, codes)
	}
}
