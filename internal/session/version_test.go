package session

import (
	"encoding/base64"
	"errors"
	"net/http"
	"testing"
)

// A cookie sealed with key("one") for testPath at start. A change of the format
// that can't read it would end every payment under way.
const cookie1 = "1.MTc5NTY0MDU2NnxUNkJoaU9CUExKMFdFSkxqTnpTaUhHc2d5TThpX241YW5rSXZubENTcU9jOElfUDFhTDhUV0ZGVC1mQktURjhlcnl1ZjA1R01JakZPbX" +
	"c2RGNGeWhydHZWWGN3Wkxtd3NCd3ZrNjBlM2lXZ1dVWHNkemcxMldjSl96RjQ0NktnM2VyZzhtZWpmQTF5dDh2OUZqcnV6d21uNVdaQTdGSUFqZXRWQnp3PT" +
	"18FAmn8NkP6tNIBOgO9OM1q1MswWOkkylX4qE5To0M7hw="

// Values of the store, sealed for "name" with key("one"), of each version.
const (
	value1 = "gsY6RQtEZ0Fvuq1YMJ88jRY-0Oz6OGWumwxXlvjEKs4ugqg"
	name1  = "-_Z4rzH6bz05F69TmYTy4Tng"
)

func TestValuesOfTheStoreOfEachVersionAreRead(t *testing.T) {
	sealed, err := base64.RawURLEncoding.DecodeString(value1)
	if err != nil {
		t.Fatal(err)
	}
	v := vault(t, key("one"))
	if got, err := v.Open("name", sealed); err != nil || string(got) != "payment" || v.Name("order-1") != name1 {
		t.Errorf("got %q, %v, %s", got, err, v.Name("order-1"))
	}
}

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
