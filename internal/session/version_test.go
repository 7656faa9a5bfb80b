package session

import (
	"net/http"
	"testing"
)

// A cookie sealed with key("one") for testPath at start. A change of the format
// that can't read it would end every payment under way.
const cookie1 = "1.MTc5NTQwNDEyM3xyRDkzenIzdjhwREJBQnR4MnI1eWtJQjJrS0sxLThmOVg1dVZ1cE1iVjQ1WGI2N0Jrd2lFeE51dkhqLUtBN0hMSE91RF95Nm9BVEZtNU" +
	"9icW80TVZoeUFJbFplclF5YnpiMmRyVENIS3JVVnJMUGg0UzY3Y2F1WlVwMGNBMWxVTEZ3eWNnTTFwN2lsVXR0M2Rpb3hUdkQzbUF5RnJ8eOIg0xzL-Arygu" +
	"8Sda0uZX3AfeYU6pfPAxV0qi1hndo="

func TestCookiesOfEachVersionAreRead(t *testing.T) {
	s, _ := setup(t, true)
	var p payload
	err := s.Open(request(&http.Cookie{Name: "__Secure-session", Value: cookie1}), "session", testPath, &p)
	if err != nil || p.ReturnURL != "https://shop.example.com/thanks" {
		t.Errorf("%v, %+v", err, p)
	}
}
