package handlers_test

import (
	"strings"
	"testing"

	"payapp/sandbox"
)

// A token that doesn't grant the external reference leads to a number that can't
// be passed on: the log says so when the link is opened, once a merchant, and only
// where a method needs one.
func TestATokenThatCannotPassOnTheNumber(t *testing.T) {
	const words = "doesn't grant the external reference"
	for currency, want := range map[string]int{"INR": 1, "THB": 0} {
		w := setup(t)
		for range 2 {
			link := w.link("10", currency)
			id := link.Get("idPayin")
			token, err := w.box.SignToken(t.Context(), sandbox.TokenSpec{
				MerchantCode: "DEMO", IDPayin: id,
				Operations: []string{"POST /payins/!availablePaymentOptions", "POST /payins/" + id, "GET /payins/" + id},
			})
			if err != nil {
				t.Fatal(err)
			}
			link.Set("token", token)
			w.browser().Enter(link).Want(200, "options")
		}
		if got := strings.Count(w.log.String(), words); got != want {
			t.Errorf("%s: told %d times, want %d", currency, got, want)
		}
	}
}
