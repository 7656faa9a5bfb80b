package sandbox_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shopAnswer is the shop's answer to programs about an order.
type shopAnswer struct {
	IDPayin, Token, RedirectURL, StatusURL string
	UnknownDirectives                      []string
}

// order makes an order in the shop, as a program.
func (f *fixture) order(form url.Values) shopAnswer {
	f.t.Helper()
	response, raw := f.do(f.request("POST", "/shop", form.Encode(), "Accept", "application/json"))
	var answer shopAnswer
	if err := json.Unmarshal([]byte(raw), &answer); err != nil || response.StatusCode != 200 {
		f.t.Fatalf("shop: got %d %s", response.StatusCode, raw)
	}
	return answer
}

// story lists the calls that the console shows of a payin.
func (f *fixture) story(id string) ([]string, string) {
	f.t.Helper()
	_, page := f.get("/console/payins/" + id)
	var calls []string
	for _, call := range regexp.MustCompile(`<span class="path">([A-Z]+ \S+)</span>`).FindAllStringSubmatch(page, -1) {
		calls = append(calls, call[1])
	}
	return calls, page
}

// A payment's story has the token calls about it, without secrets, and no calls
// that showing the shop's pages makes.
func TestStoryHasTokenCallsAndNoneOfTheShopsReads(t *testing.T) {
	f := setup(t)
	order := f.order(url.Values{"idPayin": {"o-1"}, "steering": {"~busy"}})
	id := order.IDPayin
	info := f.want(200, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_INFO","idPayment":"`+id+`","secret":"demo-secret"}`)
	body := f.payinBody("PROMPTPAY", "THB", "1234.50")
	f.want(429, order.Token, "POST", "/payins/"+id, body)
	f.want(429, order.Token, "POST", "/payins/"+id, body)
	f.want(200, order.Token, "POST", "/payins/"+id, body)
	for range 70 {
		if _, page := f.get("/shop/orders/" + id); !strings.Contains(page, `data-status="PENDING"`) {
			t.Fatal("the shop can't read its order")
		}
	}
	read, _ := info.json["token"].(string)
	f.want(429, read, "GET", "/payins/"+id, "")

	calls, page := f.story(id)
	path := "/payins/" + id
	want := []string{"POST /auth-tokens", "POST /auth-tokens-by-action", "POST " + path, "POST " + path, "POST " + path, "GET " + path}
	if !slices.Equal(calls, want) {
		t.Errorf("got %q, want %q", calls, want)
	}
	for name, secret := range map[string]string{"secret": "demo-secret", "token": order.Token, "other token": read} {
		if strings.Contains(page, secret) {
			t.Errorf("the story tells the %s", name)
		}
	}
}
