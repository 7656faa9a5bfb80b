package sandbox_test

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"payapp/sandbox"
	"payapp/sandbox/internal/rules"
)

func strict(c *sandbox.Config) { c.Strict = true }

// interface.md, Authentication 7: "Action PAYIN_CREATE … grants three
// operations". A strict sandbox grants no others, and to nobody the one that
// the interface doesn't show. The channel's name is available to tokens that
// list its operation.
func TestStrictGrantsTheThreeOperationsAlone(t *testing.T) {
	f := setup(t, strict)
	raw := f.want(200, "", "POST", "/auth-tokens-by-action", `{"merchantCode":"DEMO","action":"PAYIN_CREATE","idPayment":"o-1","secret":"demo-secret"}`)
	byAction, _ := raw.json["token"].(string)
	f.want(200, byAction, "POST", "/payins/!availablePaymentOptions", `{"money":{"amount":1,"currencyCode":"INR"}}`)
	f.create(byAction, "o-1", "P2A_V2", "INR", "1")
	f.want(200, byAction, "GET", "/payins/o-1", "")
	f.want(403, byAction, "GET", "/merchant-info", "")
	f.want(403, byAction, "GET", "/payins/o-1/accounts", "")
	const reference = `{"reference":"432112345678"}`
	named, _ := f.want(200, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","operations":["POST /payins/o-1/externalReference"],"secret":"demo-secret"}`).json["token"].(string)
	for _, token := range []string{byAction, named, f.token("o-1"), f.general("DEMO")} {
		f.want(403, token, "POST", "/payins/o-1/externalReference", reference)
	}
	order := f.order(url.Values{"idPayin": {"o-2"}})
	f.want(200, order.Token, "GET", "/merchant-info", "")
	f.want(403, order.Token, "POST", "/payins/o-2/externalReference", reference)
	f.want(200, f.token("o-2"), "GET", "/merchant-info", "")
}

// "The token is a JWT whose content can be decoded", but its claims aren't
// shown. Clients can't rely on ours.
func TestStrictTokensShowOnlyWhenTheyEnd(t *testing.T) {
	f := setup(t, strict)
	claims := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(f.token("o-1"), claims); err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(claims)); !slices.Equal(got, []string{"content", "exp", "iat"}) {
		t.Errorf("got %q", got)
	}
	token := f.token("o-1")
	f.clock.advance(29 * time.Minute)
	f.want(404, token, "GET", "/payins/o-1", "")
	if err := f.MoveClock(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	f.want(401, token, "GET", "/payins/o-1", "")
}

// interfaceNames are the properties that interface.md names for answers about a
// payin, for all methods together.
var interfaceNames = strings.Fields(`paymentRequested paymentMethodResponse money amount currencyCode vat moneyRequired idPayin paymentMethodCode
	account accountName accountNumber bankCode bankName bankBranch bankCity bankProvince expireAt reference returnUrl paymentAddress name idAddress
	paymentInstructionList qrCode qrName upiQrDeepLink accountCustomerUsedForPayment phoneNumber emailAddress taxId paymentOperator code
	externalReference accountCustomer paymentLocationCustomer process status createdAt processedAt isTest processorStatus failureReasonCode`)

// redirected: the customer completes it "by redirection to the customer's bank or
// wallet". The interface names no property for the address, so the assumed one
// stays.
func redirected(m sandbox.Method) bool {
	row, _ := rules.Payins.Find(m.Code, m.Currency)
	return row.Kind == rules.Redirect || row.Kind == rules.Wallet
}

func TestStrictAnswersHaveNoAssumedProperty(t *testing.T) {
	f := setup(t, strict)
	for _, s := range f.stories("~vat~required") {
		for when, r := range s.answers() {
			within(r.json, "", func(path string, v any) {
				name := strings.TrimSuffix(last(path), "[]")
				switch {
				case path == "", slices.Contains(interfaceNames, name), strings.Contains(path, "paymentLocationCustomer."): // an echo
				case name == "redirectUrl" && redirected(s.Method):
					if text, _ := v.(string); !strings.HasPrefix(text, f.url+"/bank/") {
						t.Errorf("%s %s %s: %s leads to %v", s.Code, s.Currency, when, path, v)
					}
				default:
					t.Errorf("%s %s %s: %s", s.Code, s.Currency, when, path)
				}
				if _, text := v.(string); strings.HasSuffix(path, "paymentInstructionList[]") && !text {
					t.Errorf("%s %s: an entry is %v", s.Code, s.Currency, v)
				}
			})
			if (when == "created") != (r.json["paymentRequested"] != nil) {
				t.Errorf("%s %s %s: paymentRequested: %v", s.Code, s.Currency, when, r.json["paymentRequested"])
			}
		}
		if code := s.created.at("paymentMethodResponse.qrCode"); s.Code == "CRYPTO_OFFLINE" && code != nil {
			t.Errorf("%s %s: a code that the interface doesn't know of: %v", s.Code, s.Currency, code)
		}
	}
	if r := f.want(200, f.general("DEMO"), "GET", "/payins/promptpay-thb~vat~required/accounts", ""); r.raw != "{}" {
		t.Errorf("accounts: got %s", r.raw)
	}
}

// In a strict sandbox every payment still says how to pay, and can be paid; a
// reference that can't be sent is given by phone.
func TestStrictPaymentsCanBePaid(t *testing.T) {
	f := setup(t, strict)
	token := f.general("DEMO")
	for _, m := range sandbox.Methods() {
		id := strings.ToLower(m.Code + "-" + m.Currency)
		r := f.create(token, id, m.Code, m.Currency, sandbox.SampleAmount(m.Currency))
		paid := "/scan/" + id
		switch bank, _ := r.at("paymentMethodResponse.redirectUrl").(string); {
		case bank != "":
			paid = strings.TrimPrefix(bank, f.url)
		case r.at("paymentMethodResponse.qrCode") == nil && r.at("paymentMethodResponse.upiQrDeepLink") == nil &&
			r.at("paymentMethodResponse.account") == nil && r.at("paymentMethodResponse.reference") == nil:
			paid = "/approve/" + id
		}
		f.play(paid, "pay-stay")
		f.clock.advance(2 * time.Second)
		if m.TakesReference && f.status(token, id) != "SUCCESS" {
			if _, page := f.get("/console/payins/" + id); !strings.Contains(page, `data-action="set-reference"`) {
				t.Errorf("%s: the console takes no reference", id)
			}
			for reference, want := range map[string]int{"": 400, strings.Repeat("1", 65): 400, "432112345678": 303} {
				if response, _ := f.submit("/console/payins/"+id, url.Values{"reference": {reference}}); response.StatusCode != want {
					t.Errorf("%s, %q: got %d", id, reference, response.StatusCode)
				}
			}
			f.clock.advance(2 * time.Second)
		}
		if got := f.status(token, id); got != "SUCCESS" {
			t.Errorf("%s: got %v", id, got)
		}
	}
}

// "The body shape of error responses: not shown", but a 406 comes with a code.
// For people, the reason is in a header and in the console.
func TestStrictRefusalsSayNoMoreThanTheInterface(t *testing.T) {
	f := setup(t, strict)
	token := f.general("DEMO")
	body := f.payinBody("PROMPTPAY", "THB", "10")
	for want, r := range map[string]reply{
		`{}`:                               f.want(400, token, "POST", "/payins/o-1", strings.Replace(body, "accountNumber", "accountNmae", 1)),
		`{"code":"SECURITY_CHECK_FAILED"}`: f.want(406, token, "POST", "/payins/o-1~refuse-security", body),
	} {
		if r.raw != want || r.header.Get("X-Sandbox-Refusal") == "" {
			t.Errorf("got %s %q, want %s", r.raw, r.header.Get("X-Sandbox-Refusal"), want)
		}
	}
	f.want(200, token, "POST", "/payins/o-1", body)
	f.want(401, "", "GET", "/payins/o-1", "")
	f.want(404, token, "GET", "/payins/o-1", "", "X-API-Version", "1")
	_, page := f.get("/console/payins/o-1")
	for _, why := range []string{"paymentMethod.account.accountNmae is no name that is known here", "400 INVALID_REQUEST", "401 UNAUTHORIZED"} {
		if !strings.Contains(page, why) {
			t.Errorf("the console doesn't say %q", why)
		}
	}
}
