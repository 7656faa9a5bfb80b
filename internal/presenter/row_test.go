package presenter

import "testing"

// Ours: a payment reference is matched by whoever receives it,
// so it is copied letter by letter; numbers of accounts as forms take them.
func TestReferencesAreCopiedAsGiven(t *testing.T) {
	var r rows
	r.reference("reference", "Reference", "INV 12/34 A")
	r.reference("reference", "Reference", "12345678")
	r.number("bankCode", "Bank code", "12 34")
	for i, want := range []struct{ text, copies string }{{"INV 12/34 A", "INV 12/34 A"}, {"1234 5678", "12345678"}, {"12 34", "1234"}} {
		if got := r[i]; got.Text != want.text || got.Copy != want.copies {
			t.Errorf("shows %q, copies %q; want %q and %q", got.Text, got.Copy, want.text, want.copies)
		}
	}
}
