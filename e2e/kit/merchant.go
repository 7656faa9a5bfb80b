package kit

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Merchant is a merchant of the sandbox that one suite made for itself: what it does to
// its faults, its rate and its clock disturbs nobody else. It is removed with the test that
// made it; subtests and fixtures share it, and fail by the T that they pass.
type Merchant struct {
	Code   string
	Secret string // which signs for it, unless it has a key
	name   string
	world  *World
	key    *rsa.PrivateKey
}

// MerchantTerms are what a merchant is; everything may be left out.
type MerchantTerms struct {
	Name      string   // as pages show it
	Methods   []string // "THB/PROMPTPAY" …; all if empty
	Operators []string // all if empty
	Key       bool     // it signs with a key instead of its secret
	Rate      int      // calls a second; the sandbox's if 0
}

// NewMerchant makes a merchant in the world's sandbox.
func NewMerchant(t T, w *World, terms MerchantTerms) *Merchant {
	t.Helper()
	form := url.Values{"name": {terms.Name}, "methods": terms.Methods, "operators": terms.Operators}
	if terms.Key {
		form.Set("makeKey", "true")
	}
	var made struct {
		Code       string `json:"merchantCode"`
		Secret     string `json:"secret"`
		PrivateKey string `json:"privateKey"`
	}
	m := &Merchant{name: terms.Name, world: w}
	m.tell(t, "/console/merchants", form, &made)
	m.Code, m.Secret = made.Code, made.Secret
	t.Cleanup(func() { m.tell(t, "/console/merchants/remove", url.Values{"merchantCode": {m.Code}}, nil) })
	if terms.Key {
		block, _ := pem.Decode([]byte(made.PrivateKey))
		if block == nil {
			t.Fatalf("the sandbox made no private key")
		}
		key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			t.Fatalf("the merchant's key: %v", err)
		}
		m.key = key.(*rsa.PrivateKey)
	}
	if terms.Rate > 0 {
		m.SetRate(t, terms.Rate)
	}
	return m
}

// NewOrder is NewOrder of this merchant.
func (m *Merchant) NewOrder(t T, amount, currency string, pairs ...string) Order {
	t.Helper()
	return newOrder(t, m.world, m, amount, currency, pairs...)
}

// SetRate limits the merchant's calls a second.
func (m *Merchant) SetRate(t T, perSecond int) {
	t.Helper()
	m.tell(t, "/console/rates", url.Values{"merchantCode": {m.Code}, "perSecond": {strconv.Itoa(perSecond)}}, nil)
}

// MoveClock lets time pass for what the merchant has, tokens too: NewOrder's are valid for
// half an hour, or for its "validity".
func (m *Merchant) MoveClock(t T, by time.Duration) {
	t.Helper()
	m.tell(t, "/console/clock", url.Values{"merchantCode": {m.Code}, "by": {by.String()}}, nil)
}

// Fault has that share of the merchant's calls fail: "503", "lost" … of an operation,
// such as payin-create; of all but the token's if "".
func (m *Merchant) Fault(t T, kind, operation string, percent float64) {
	t.Helper()
	m.tell(t, "/console/faults", url.Values{
		"merchantCode": {m.Code}, "kind": {kind}, "operation": {operation}, "percent": {strconv.FormatFloat(percent, 'f', -1, 64)},
	}, nil)
}

// Steer gives the merchant's next orders directives, each as many times.
func (m *Merchant) Steer(t T, steering string, times int) {
	t.Helper()
	m.tell(t, "/console/steering", url.Values{"merchantCode": {m.Code}, "steering": {steering}, "times": {strconv.Itoa(times)}}, nil)
}

// tell submits a form of the console, and reads its JSON.
func (m *Merchant) tell(t T, path string, form url.Values, answer any) {
	t.Helper()
	// A merchant is removed after the test's end; the client has a limit.
	r, err := http.NewRequest( //nolint:noctx // see above
		http.MethodPost, m.world.Sandbox+path, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatalf("%v", err)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := m.world.client().Do(r)
	if err != nil {
		t.Fatalf("%v", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil || response.StatusCode >= 300 {
		t.Fatalf("POST %s: %s: %s", path, response.Status, refusalOf(text, err))
	}
	if answer != nil {
		if err := json.Unmarshal(text, answer); err != nil {
			t.Fatalf("POST %s: %v in %.500s", path, err, text)
		}
	}
}

// refusalOf is what the sandbox says of a refusal.
func refusalOf(text []byte, err error) string {
	var said struct{ Message string }
	if err == nil && json.Unmarshal(text, &said) == nil && said.Message != "" {
		return said.Message
	}
	return fmt.Sprintf("%.500s %v", text, err)
}

// sign is the body of a token's request and its signature; a merchant without a key
// signs by its secret, which is in the body.
func (m *Merchant) sign(t T, body map[string]any) (text []byte, signature string) {
	t.Helper()
	if m.key == nil {
		body["secret"] = m.Secret
	} else {
		body["timestamp"] = time.Now().UnixMilli()
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if m.key == nil {
		return text, ""
	}
	digest := sha256.Sum256(text)
	signed, err := rsa.SignPKCS1v15(rand.Reader, m.key, crypto.SHA256, digest[:])
	if err != nil {
		t.Fatalf("%v", err)
	}
	return text, base64.StdEncoding.EncodeToString(signed)
}
