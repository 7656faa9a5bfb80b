package file

import (
	"testing"

	"payapp/i18n"
	"payapp/methods"
)

// Whoever has to give a number that gets the payment request isn't told that it
// is for messages; operators copy the example.
func TestNumbersThatGetARequestAreNotForMessages(t *testing.T) {
	example, err := LoadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	english := bundle.Match("en", "", "")
	messages := english.Text("field.phoneNumber.hint")
	asked := map[string]bool{}
	for _, c := range []*methods.Catalogue{methods.Default(), example} {
		for _, m := range c.All() {
			f, ok := m.Field("phoneNumber")
			if !ok || !f.Required || m.Presentation != methods.Approve && m.Presentation != methods.Phone {
				continue
			}
			asked[m.Code] = true
			if english.Text(f.HintKey()) == messages {
				t.Errorf("%s %s: %s says %q", m.Code, m.Currency, f.HintKey(), messages)
			}
		}
	}
	if messages == "" || !asked["UPI_COLLECT"] || !asked["MOBILE_MONEY"] || !asked["SWISH"] {
		t.Errorf("%q: only %v ask for a number", messages, asked)
	}
}
