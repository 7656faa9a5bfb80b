package scenarios

import (
	"reflect"
	"testing"
	"time"

	"payapp/internal/known"
)

// For a link with other terms nothing is known but what the customer typed.
func TestOtherTermsKeepOnlyWhatWasTyped(t *testing.T) {
	now := time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	w := Progress{
		Method: "ONLINE", Typed: map[string]string{"accountName": "a"}, Reference: "1", Payee: "Shop",
		SaidPaidAt: now, InLine: &known.Sent{At: now},
	}.WithOtherTerms()
	if w.Typed["accountName"] != "a" {
		t.Error("what was typed is gone")
	}
	w.Typed = nil
	if !reflect.DeepEqual(w, Progress{}) {
		t.Errorf("left: %+v", w)
	}
}
