package money

import "testing"

// A sign that two currencies share is marked as shared.
func TestSharedSignsSaySo(t *testing.T) {
	by := map[string]Currency{}
	for _, c := range Currencies() {
		if other, twice := by[c.Sign]; twice && !(c.SignShared && other.SignShared) && c.Sign != "" {
			t.Errorf("%s and %s have the sign %s, and don't say so", c.Code, other.Code, c.Sign)
		}
		by[c.Sign] = c
	}
	if len(by) < 15 {
		t.Errorf("only %d signs", len(by))
	}
}

// Register adds to what is known.
func TestRegisterAddsSignAndZone(t *testing.T) {
	Register(Currency{Code: "ISK", MinorUnits: 7, Sign: "kr", SignShared: true, Zone: "Atlantic/Reykjavik"})
	want := Currency{Code: "ISK", MinorUnits: 0, Sign: "kr", SignShared: true, Zone: "Atlantic/Reykjavik"}
	if got, ok := Find("ISK"); !ok || got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	Register(Currency{Code: "ISK", Zone: "Europe/Oslo"})
	want.Zone = "Europe/Oslo"
	if got, _ := Find("ISK"); got != want {
		t.Errorf("again: got %+v, want %+v", got, want)
	}
	if c, ok := Find("nope"); ok {
		t.Errorf("got %+v", c)
	}
}
