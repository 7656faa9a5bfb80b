package cli_test

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"payapp/money"
	"payapp/sandbox"
)

// reply is an answer of the gateway.
type reply struct {
	status int
	body   map[string]any
}

// ask makes one call, with a token or a signature.
func (f fixture) ask(call, body string, header ...string) reply {
	f.t.Helper()
	method, path, _ := strings.Cut(call, " ")
	request, err := http.NewRequestWithContext(f.t.Context(), method, f.url+path, strings.NewReader(body))
	if err != nil {
		f.t.Fatal(err)
	}
	request.Header.Set("X-API-Version", "2")
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		f.t.Fatal(err)
	}
	defer response.Body.Close()
	answer := reply{status: response.StatusCode}
	if err := json.NewDecoder(response.Body).Decode(&answer.body); err != nil {
		f.t.Fatal(err)
	}
	return answer
}

// guideReplies are one answer of each kind that the guide tells of.
func (f fixture) guideReplies() []reply {
	f.t.Helper()
	const creation = `{"paymentRequested": {"money": {"amount": 1234.50, "currencyCode": "THB"}},
		"paymentMethod": {"paymentMethodCode": "PROMPTPAY", "account": {"accountNumber": "0801234567"}}}`
	bearer := func(spec sandbox.TokenSpec) string {
		raw, err := f.box.SignToken(f.t.Context(), spec)
		if err != nil {
			f.t.Fatal(err)
		}
		return "Bearer " + raw
	}
	all := bearer(sandbox.TokenSpec{Operations: []string{"GET /.*", "POST /.*"}})
	old := `{"merchantCode":"DEMO","operations":["GET /payins/order-1"],"timestamp":1}`
	return []reply{
		f.ask("POST /auth-tokens", `{"merchantCode": "DEMO", "secret": "`+sandbox.DemoSecret+`", "operations": ["GET /payins/order-1"]}`),
		f.ask("POST /auth-tokens", `{"merchantCode": "DEMO", "secret": "hunter2", "operations": ["GET /payins/order-1"]}`),
		f.ask("POST /auth-tokens", old, "X-SIGNATURE", f.sign(old)),
		f.ask("POST /payins/order-1", strings.Replace(creation, `"accountNumber": "0801234567"`, "", 1), "Authorization", all),
		f.ask("POST /payins/order-1~success@0s", creation, "Authorization", all),
		f.ask("POST /payins/order-1~success@0s", creation, "Authorization", all),
		f.ask("GET /payins/order-1~success@0s", "", "Authorization", all),
		f.ask("POST /payins/order-1", creation, "Authorization", bearer(sandbox.TokenSpec{Operations: []string{"GET /payins/order-1"}})),
		f.ask("POST /payins/order-1", creation, "Authorization", bearer(sandbox.TokenSpec{IDPayin: "order-1", Money: money.MustParse("1", "THB")})),
		f.ask("GET /payins/order-2", "", "Authorization", all),
		f.ask("GET /payins/order-2", "", "Authorization", all, "X-API-Version", "1"),
		f.ask("POST /payins/order-3~refuse-security", creation, "Authorization", all),
		f.ask("GET /payins/order-4~busy", "", "Authorization", all),
	}
}

// sign is the merchant's signature of a body.
func (f fixture) sign(body string) string {
	f.t.Helper()
	key, err := merchantKey()
	if err != nil {
		f.t.Fatal(err)
	}
	digest := sha256.Sum256([]byte(body))
	signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, digest[:])
	if err != nil {
		f.t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(signature)
}

// The answers that the guide shows are the gateway's: their properties, codes,
// statuses and amounts are in a real one. Other values, such as messages, aren't
// compared.
func TestGuideShowsRealAnswers(t *testing.T) {
	replies := setup(t).guideReplies()
	examples := blocks(t, "json")
	if len(examples) != 4 {
		t.Errorf("got %d examples", len(examples))
	}
	for _, example := range examples {
		var shown map[string]any
		if err := json.Unmarshal([]byte(example), &shown); err != nil {
			t.Fatalf("%s: %v", example, err)
		}
		if !slices.ContainsFunc(replies, func(real reply) bool { return contains(real.body, shown, "") }) {
			t.Errorf("nothing answers %s; the answers are %v", example, replies)
		}
	}
}

// contains reports whether the real answer has all that is shown.
func contains(real, shown any, name string) bool {
	switch shown := shown.(type) {
	case map[string]any:
		object, ok := real.(map[string]any)
		for name, value := range shown {
			inner, there := object[name]
			ok = ok && there && contains(inner, value, name)
		}
		return ok
	case []any:
		list, ok := real.([]any)
		return ok && len(list) == len(shown) && contains(list[0], shown[0], name)
	default:
		compared := slices.Contains([]string{"code", "field", "fields", "status", "amount", "currencyCode", "paymentMethodCode", "isTest"}, name)
		return !compared || real == shown
	}
}

// Every status and code of the guide's table of refusals is a real one.
func TestGuideRefusals(t *testing.T) {
	replies := setup(t).guideReplies()
	guide, err := os.ReadFile("../../docs/merchants.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `(4\\d\\d)` \\| ([^|]+) \\|").FindAllStringSubmatch(string(guide), -1)
	if len(rows) < 8 {
		t.Errorf("only %d rows", len(rows))
	}
	for _, row := range rows {
		for _, code := range regexp.MustCompile(`[A-Z_]{5,}`).FindAllString(row[2], -1) {
			if !slices.ContainsFunc(replies, func(r reply) bool { return row[1] == strconv.Itoa(r.status) && r.body["code"] == code }) {
				t.Errorf("nothing answers %s %s; the answers are %v", row[1], code, replies)
			}
		}
	}
}
