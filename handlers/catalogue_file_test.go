package handlers_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"payapp/internal/money"
	"payapp/methods"
)

// Adding a payment method without a build, as ARCHITECTURE.md describes it: the
// example file's methods can be paid, in its words and by its paths.
func TestMethodsOfACatalogueFile(t *testing.T) {
	catalogue, err := methods.LoadFile("../docs/catalogue-example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for code, units := range catalogue.AddedCurrencies() {
		money.Register(code, units)
	}
	w := setup(t, func(c *handlersConfig) { c.Catalogue = catalogue })
	gateway := &newGateway{}
	w.gatewayAnswers(gateway.answer)

	b := w.browser()
	p := b.enter(w.link("100", "PHP")).want(200, "options")
	for _, words := range []string{"InstaPay", "You'll continue at your bank"} {
		if !strings.Contains(p.text(), words) {
			t.Errorf("no %q:\n%s", words, p.text())
		}
	}
	p = b.press(p, "continue", "paymentMethodCode", "INSTAPAY", "paymentOperatorCode", "XBNK").want(200, "details")
	p = b.press(p, "pay", "accountName", "Juan", "phoneNumber", "123").want(200, "details")
	if !p.has("data-error", "phoneNumber") {
		t.Error("the rule of the file's field doesn't hold")
	}
	p = b.press(p, "pay", "phoneNumber", "09171234567").want(200, "leaving").wantHook("method", "INSTAPAY")
	if got := p.link("proceed"); got != "https://bank.example/go" {
		t.Errorf("the redirect property of the file isn't read: %q", got)
	}

	c := w.browser()
	p = c.enter(w.link("100", "BRL", "paymentMethodCode", "PIX_COBRANCA")).want(200, "details")
	if !strings.Contains(p.text(), "CPF") || !strings.Contains(p.text(), "11 digits") {
		t.Errorf("the field's own words are missing:\n%s", p.text())
	}
	c.press(p, "pay", "taxId", "529.982.247-25").want(200, "instructions")

	d := w.browser()
	p = d.enter(w.link("12.5", "EURC", "paymentMethodCode", "STABLECOIN"))
	if p.hook("page") != "review" || !strings.Contains(p.text(), "EURC") {
		t.Errorf("a currency of the file: %q\n%s", p.hook("page"), p.text())
	}
}

// newGateway is a gateway with methods that the sandbox doesn't know.
type newGateway struct {
	mu      sync.Mutex
	created map[string]map[string]any
}

func (g *newGateway) answer(r *http.Request) (int, string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	id := strings.TrimPrefix(r.URL.Path, "/payins/")
	switch {
	case id == "!availablePaymentOptions":
		return 200, `{"data":[
			{"paymentMethodCode":"INSTAPAY","paymentOperators":[{"code":"XBNK","name":"X Bank"}]},
			{"paymentMethodCode":"PIX_COBRANCA"},{"paymentMethodCode":"STABLECOIN"},{"paymentMethodCode":"QRPH"}]}`
	case r.URL.Path == "/merchant-info" || !strings.HasPrefix(r.URL.Path, "/payins/"):
		return 0, ""
	case r.Method == http.MethodPost:
		var body struct {
			PaymentRequested any            `json:"paymentRequested"`
			PaymentMethod    map[string]any `json:"paymentMethod"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			return 400, `{}`
		}
		if g.created == nil {
			g.created = map[string]map[string]any{}
		}
		g.created[id] = map[string]any{
			"paymentRequested": body.PaymentRequested,
			"paymentMethodResponse": map[string]any{
				"idPayin": id, "paymentMethodCode": body.PaymentMethod["paymentMethodCode"],
				"money":        body.PaymentRequested.(map[string]any)["money"],
				"bankRedirect": map[string]any{"url": "https://bank.example/go"}, "qrCode": "0002",
			},
			"process": map[string]any{"status": "PENDING"},
		}
	}
	payin, ok := g.created[id]
	if !ok {
		return 404, `{"code":"NOT_FOUND"}`
	}
	text, _ := json.Marshal(payin)
	return 200, string(text)
}
