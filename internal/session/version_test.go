package session

import (
	"errors"
	"net/http"
	"testing"
)

// A cookie sealed with key("one") for testPath at start. A change of the format
// that can't read it would end every payment under way.
const cookie1 = "1.MTc5NTY0MDU2NnxUNkJoaU9CUExKMFdFSkxqTnpTaUhHc2d5TThpX241YW5rSXZubENTcU9jOElfUDFhTDhUV0ZGVC1mQktURjhlcnl1ZjA1R01JakZPbX" +
	"c2RGNGeWhydHZWWGN3Wkxtd3NCd3ZrNjBlM2lXZ1dVWHNkemcxMldjSl96RjQ0NktnM2VyZzhtZWpmQTF5dDh2OUZqcnV6d21uNVdaQTdGSUFqZXRWQnp3PT" +
	"18FAmn8NkP6tNIBOgO9OM1q1MswWOkkylX4qE5To0M7hw="

func TestCookiesOfEachVersionAreRead(t *testing.T) {
	s, _ := setup(t, true)
	var p payload
	err := s.Open(request(&http.Cookie{Name: "__Secure-session", Value: cookie1}), "session", testPath, &p)
	if err != nil || p.ReturnURL != "https://shop.example.com/thanks" {
		t.Errorf("%v, %+v", err, p)
	}
	// A version that doesn't exist is no session, clearly.
	if _, _, err := unpack(append([]byte{2}, make([]byte, headerLen)...)); !errors.Is(err, errEnvelope) {
		t.Errorf("version 2: %v", err)
	}
}
