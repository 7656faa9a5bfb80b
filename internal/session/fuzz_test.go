package session

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"payapp/internal/testing/cost"
)

func FuzzOpen(f *testing.F) {
	s, _ := setup(f, false)
	cookies := seal(f, s, typical())
	f.Add(cookies[0].Value, "")
	f.Add("2."+strings.Repeat("A", 10), "BBBB")
	f.Add("", "")
	f.Fuzz(func(t *testing.T, first, second string) {
		r := request(&http.Cookie{Name: "session", Value: first}, &http.Cookie{Name: "session.1", Value: second})
		var p payload
		cost.Bytes(t, len(first)+len(second), func() { _ = s.Open(r, "session", testPath, &payload{}) })
		err := s.Open(r, "session", testPath, &p)
		if err != nil && !errors.Is(err, ErrInvalid) && !errors.Is(err, ErrNone) {
			t.Errorf("got %v", err)
		}
		if err == nil && p.Token != typical().Token {
			t.Errorf("opened something that was never sealed: %+v", p)
		}
	})
}

// FuzzUnpack tests what authentication hides from FuzzOpen.
func FuzzUnpack(f *testing.F) {
	good, err := pack([]byte(`{"a":1}`), start)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Fuzz(func(t *testing.T, envelope []byte) {
		if plain, _, err := unpack(envelope); err == nil && len(plain) > maxPlain {
			t.Errorf("%d bytes out of %d", len(plain), len(envelope))
		}
	})
}
