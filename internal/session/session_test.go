package session

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/internal/testing/await"
)

type payload struct {
	MerchantCode string            `json:"merchantCode"`
	IDPayin      string            `json:"idPayin"`
	Token        string            `json:"token"`
	CallbackURL  string            `json:"callbackUrl"`
	ReturnURL    string            `json:"returnUrl"`
	Data         map[string]string `json:"data,omitempty"`
}

const testPath = "/pay/abc"

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// key returns 32 bytes that look random and are the same each time.
func key(seed string) []byte {
	sum := sha256.Sum256([]byte(seed))
	return sum[:]
}

// noise returns n characters of base64url that don't compress, as in a token.
func noise(seed string, n int) string {
	var b []byte
	for i := 0; len(b) < n; i++ {
		b = append(b, key(fmt.Sprint(seed, i))...)
	}
	return base64.RawURLEncoding.EncodeToString(b)[:n]
}

func typical() payload {
	return payload{
		MerchantCode: "DEMO",
		IDPayin:      "order-20261121-4711",
		Token:        "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9." + noise("token", 900),
		CallbackURL:  "https://shop.example.com/callbacks/payments",
		ReturnURL:    "https://shop.example.com/orders/4711/thanks",
		Data:         map[string]string{"accountName": "Nguyễn Văn A 2", "emailAddress": "a@b.co"},
	}
}

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func setup(t testing.TB, secure bool, keys ...[]byte) (*Sealer, *clock) {
	t.Helper()
	c := &clock{start}
	if len(keys) == 0 {
		keys = [][]byte{key("one")}
	}
	s, err := New(Config{Keys: keys, Secure: secure, Now: c.now})
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

func seal(t testing.TB, s *Sealer, p payload) []*http.Cookie {
	t.Helper()
	cookies, err := s.SealWithin(MaxTotal, "session", testPath, p, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return cookies
}

// request carries those of the cookies that a browser would keep.
func request(cookies ...*http.Cookie) *http.Request {
	r := httptest.NewRequest(http.MethodGet, testPath, nil)
	for _, c := range cookies {
		if c.MaxAge >= 0 {
			r.AddCookie(c)
		}
	}
	return r
}

func TestRoundTrip(t *testing.T) {
	for _, tokenLen := range []int{0, 200, 900, 2048} {
		s, _ := setup(t, false)
		want := typical()
		want.Token = noise("t", tokenLen)
		var got payload
		if err := s.Open(request(seal(t, s, want)...), "session", testPath, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("token of %d (-want +got):\n%s", tokenLen, diff)
		}
	}
}

func TestAttributes(t *testing.T) {
	for _, secure := range []bool{false, true} {
		s, _ := setup(t, secure)
		for _, c := range seal(t, s, typical()) {
			if c.Path != testPath || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Secure != secure {
				t.Errorf("secure %v: %v", secure, c)
			}
			if strings.HasPrefix(c.Name, "__Secure-") != secure {
				t.Errorf("secure %v: name %s", secure, c.Name)
			}
			if err := c.Valid(); err != nil {
				t.Errorf("%v: %v", c, err)
			}
		}
		if first := seal(t, s, typical())[0]; first.MaxAge != 3600 {
			t.Errorf("got Max-Age %d, want 3600", first.MaxAge)
		}
	}
}

func TestNone(t *testing.T) {
	s, _ := setup(t, false)
	var p payload
	if err := s.Open(request(), "session", testPath, &p); !errors.Is(err, ErrNone) {
		t.Errorf("got %v, want ErrNone", err)
	}
}

func TestExpired(t *testing.T) {
	s, c := setup(t, false)
	r := request(seal(t, s, typical())...)
	var p payload
	c.at = start.Add(time.Hour - time.Second)
	if err := s.Open(r, "session", testPath, &p); err != nil {
		t.Errorf("a second before: %v", err)
	}
	p = payload{}
	c.at = start.Add(time.Hour)
	if err := s.Open(r, "session", testPath, &p); !errors.Is(err, ErrExpired) {
		t.Errorf("got %v, want ErrExpired", err)
	}
	if diff := cmp.Diff(payload{}, p); diff != "" {
		t.Errorf("an expired session was read: %s", diff)
	}
}

// Securecookie gives up after 30 days by default.
func TestLastsAsLongAsAsked(t *testing.T) {
	s, c := setup(t, false)
	cookies, err := s.SealWithin(MaxTotal, "session", testPath, typical(), 90*24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	c.at = start.Add(89 * 24 * time.Hour)
	var p payload
	if err := s.Open(request(cookies...), "session", testPath, &p); err != nil {
		t.Error(err)
	}
}

func TestSplitFitsBrowsersAndShrinksCleanly(t *testing.T) {
	s, _ := setup(t, true)
	large := typical()
	large.Token = noise("large", 3400)
	cookies := seal(t, s, large)
	if cookies[1].Value == "" {
		t.Fatal("the payload was meant to need two cookies")
	}
	for _, c := range cookies {
		if n := len(c.String()); n > maxCookie {
			t.Errorf("%s has %d bytes", c.Name, n)
		}
	}
	small := seal(t, s, typical())
	if small[1].MaxAge >= 0 {
		t.Errorf("the leftover of a larger payload isn't removed: %v", small[1])
	}
	var got payload
	// It is removed in a browser that has it, and where none can tell.
	for _, c := range []struct {
		path, cookie string
		want         bool
	}{{testPath, small[1].Name + "=x", true}, {testPath, small[0].Name + "=x", false}, {"/", "", true}} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, c.path, nil)
		r.Header.Set("Cookie", c.cookie)
		if NeedsSetting(small[1], r) != c.want || !NeedsSetting(small[0], r) {
			t.Errorf("%+v: its removal matters: %v", c, !c.want)
		}
	}
	// A browser that kept the leftover all the same.
	if err := s.Open(request(small[0], cookies[1]), "session", testPath, &got); err != nil {
		t.Errorf("with a leftover: %v", err)
	}
	if err := s.Open(request(cookies[0]), "session", testPath, &got); !errors.Is(err, ErrInvalid) {
		t.Errorf("without its second part: got %v, want ErrInvalid", err)
	}
	another := &http.Cookie{Name: cookies[1].Name, Value: small[0].Value}
	if err := s.Open(request(cookies[0], another), "session", testPath, &got); !errors.Is(err, ErrInvalid) {
		t.Errorf("with another second part: got %v, want ErrInvalid", err)
	}
}

func TestSealWithin(t *testing.T) {
	s, _ := setup(t, true)
	if _, err := s.SealWithin(500, "state", testPath, typical(), time.Hour); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
	if _, err := s.SealWithin(1<<20, "state", testPath, payload{Token: noise("x", 9000)}, time.Hour); !errors.Is(err, ErrTooLarge) {
		t.Errorf("beyond MaxTotal: got %v, want ErrTooLarge", err)
	}
	for size := 4000; size < 7000; size += 50 { // also where two cookies would hold it
		cookies, err := s.SealWithin(1<<20, "state", testPath, payload{Token: noise("x", size)}, time.Hour)
		total := 0
		for _, c := range cookies {
			total += len(c.Name) + len("=; ") + len(c.Value)
		}
		if total > MaxTotal || err != nil && !errors.Is(err, ErrTooLarge) {
			t.Fatalf("of %d letters, sealed: %d bytes (%v), at most %d are meant to be", size, total, err, MaxTotal)
		}
	}
	// A payload that takes exactly the limit fits, with one byte less it
	// doesn't. Sealed again it takes the same room: only the nonce differs.
	used := 0
	for _, c := range seal(t, s, typical()) {
		if c.MaxAge > 0 {
			used += len(c.Name) + len("=; ") + len(c.Value)
		}
	}
	for limit, want := range map[int]error{used: nil, used - 1: ErrTooLarge} {
		if _, err := s.SealWithin(limit, "session", testPath, typical(), time.Hour); !errors.Is(err, want) {
			t.Errorf("%d of %d bytes: got %v, want %v", limit, used, err, want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, keys := range [][][]byte{nil, {{}}, {make([]byte, MinKey-1)}, {key("good"), []byte("short")}} {
		if _, err := New(Config{Keys: keys}); err == nil {
			t.Errorf("keys %v were accepted", keys)
		}
	}
}

func TestConcurrent(t *testing.T) {
	s, _ := setup(t, false)
	done := make(chan error)
	for i := range 8 {
		go func() {
			for j := range 20 {
				want := typical()
				want.IDPayin = fmt.Sprint(i, j)
				cookies, err := s.SealWithin(MaxTotal, "session", testPath, want, time.Hour)
				if err != nil {
					done <- err
					return
				}
				var got payload
				if err := s.Open(request(cookies...), "session", testPath, &got); err != nil || got.IDPayin != want.IDPayin {
					done <- fmt.Errorf("got %q, %w; want %q", got.IDPayin, err, want.IDPayin)
					return
				}
			}
			done <- nil
		}()
	}
	for range 8 {
		if err := await.For(t, "the end", done); err != nil {
			t.Error(err)
		}
	}
}
