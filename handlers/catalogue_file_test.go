package handlers_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/methods/file"
	"payapp/money"
)

// Adding a payment method without a build, as docs/howto describes it: the
// example file's methods can be paid, in its words and by its paths.
func TestMethodsOfACatalogueFile(t *testing.T) {
	catalogue, err := file.LoadFile("../docs/catalogue-example.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, currency := range catalogue.AddedCurrencies {
		money.Register(currency)
	}
	w := setup(t, func(c *application.Config) { c.Catalogue = catalogue })
	gateway := &newGateway{}
	w.gatewayAnswers(gateway.answer)
	paid := func(t *testing.T, b *browser.Browser, p *browser.Page, link url.Values) {
		t.Helper()
		gateway.succeed(link.Get("idPayin"))
		w.clock.advance(3 * time.Second) // older than any answer that is reused
		b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	}

	t.Run("INSTAPAY", func(t *testing.T) {
		b, link := w.browser(), w.link("100", "PHP")
		p := b.Enter(link).Want(200, "options")
		for _, words := range []string{"InstaPay", "You'll continue at your bank"} {
			if !strings.Contains(p.Text(), words) {
				t.Errorf("no %q:\n%s", words, p.Words())
			}
		}
		p = b.Press(p, "continue", "paymentMethodCode", "INSTAPAY", "paymentOperatorCode", "XBNK").Want(200, "details")
		p = b.Press(p, "pay", "accountName", "Juan", "phoneNumber", "123").Want(200, "details")
		if !strings.Contains(p.Text(), "Check the mobile number (Philippines, ") {
			t.Error("the rule of the file's field doesn't hold")
		}
		p = b.Press(p, "pay", "phoneNumber", "09171234567").Want(200, "leaving").WantHook("method", "INSTAPAY")
		if got := p.Link("proceed"); got != "https://bank.example/go" {
			t.Errorf("the redirect property of the file isn't read: %q", got)
		}
		paid(t, b, p, link)
	})
	t.Run("PIX_COBRANCA", func(t *testing.T) {
		b, link := w.browser(), w.link("100", "BRL", "paymentMethodCode", "PIX_COBRANCA")
		p := b.Enter(link).Want(200, "details")
		if !strings.Contains(p.Text(), "CPF") || !strings.Contains(p.Text(), "11 digits") {
			t.Errorf("the field's own words are missing:\n%s", p.Words())
		}
		p = b.Press(p, "pay", "taxId", "529.982.247-25").Want(200, "instructions")
		if got := sentAs(w.calls.creation(t, link.Get("idPayin")), "taxId"); got != "52998224725" {
			t.Errorf("the tax id is sent as %q", got)
		}
		if got, _ := p.Row("qrCode"); got != "0002" {
			t.Errorf("the payload to copy is %q", got)
		}
		paid(t, b, p, link)
	})
	t.Run("BANK_APP_QR", func(t *testing.T) {
		b, link := w.browser(), w.link("100", "MYR", "paymentMethodCode", "BANK_APP_QR")
		p := b.Press(b.Enter(link).Want(200, "review"), "pay").Want(200, "instructions")
		if got := p.Link("open-app"); got != "https://bank.example/go" {
			t.Errorf("the link into the app is %q", got)
		}
		p = b.Press(p, "continue").Want(200, "reference")
		b.Press(p, "submit-reference", "reference", "4321 1234 5678").Want(200, "status").WantHook("status", "pending")
		if got := gateway.reference(link.Get("idPayin")); !strings.Contains(got, `"432112345678"`) {
			t.Errorf("below the file's path the gateway got %q", got)
		}
		paid(t, b, p, link)
	})
	t.Run("STABLECOIN", func(t *testing.T) {
		b, link := w.browser(), w.link("12.5", "EURC", "paymentMethodCode", "STABLECOIN")
		p := b.Enter(link).Want(200, "review")
		if !strings.Contains(p.Text(), "EURC") {
			t.Errorf("a currency of the file:\n%s", p.Words())
		}
		p = b.Press(p, "pay").Want(200, "instructions")
		if got, _ := p.Row("amount"); got != "12.5" {
			t.Errorf("the amount to copy is %q", got)
		}
		if status := b.Get(p.URL.Path + "/qr.png").Status; status != 200 {
			t.Errorf("the picture to save: %d", status)
		}
		paid(t, b, p, link)
	})
	t.Run("SWISH", func(t *testing.T) {
		b, link := w.browser(), w.link("249", "SEK", "paymentMethodCode", "SWISH")
		p := b.Enter(link).Want(200, "details")
		if !strings.Contains(plainSpaces(p.Text()), "kr 249.00 SEK") {
			t.Errorf("the sign is missing:\n%s", p.Words())
		}
		p = b.Press(p, "pay", "phoneNumber", "070-123 45 67").Want(200, "instructions")
		for _, words := range []string{"Approve kr 249.00 SEK in Swish", "Check the name and the amount, then approve with your BankID."} {
			if !strings.Contains(plainSpaces(p.Text()), words) {
				t.Errorf("%q is missing:\n%s", words, p.Words())
			}
		}
		if strings.Contains(p.Text(), "bank's app") {
			t.Errorf("the app is somebody's bank's:\n%s", p.Words())
		}
		paid(t, b, p, link)
	})
	t.Run("STABLECOIN on a network that isn't told", func(t *testing.T) {
		b, link := w.browser(), w.link("12.5", "EURC", "paymentMethodCode", "STABLECOIN", "idPayin", "no-network")
		p := b.Press(b.Enter(link).Want(200, "review"), "pay").Want(200, "instructions").WantHook("status", "pending")
		if strings.Contains(p.Body, "data-qr") || strings.Contains(p.Body, "data-row") || strings.Contains(p.Body, "0x12-elsewhere") || p.Has("data-action", "continue") {
			t.Errorf("there is something to pay by:\n%s", p.Words())
		}
		if !strings.Contains(p.Body, `class="go" href="https://shop.example/`) {
			t.Error("the way on isn't the shop")
		}
		if status := b.Get(p.URL.Path + "/qr.png").Status; status != 404 {
			t.Errorf("the picture to save: %d", status)
		}
		paid(t, b, p, link)
	})
}

// plainSpaces makes one space of each that keeps a line together, and of line
// breaks.
func plainSpaces(text string) string { return strings.Join(strings.Fields(text), " ") }

// newGateway is a gateway with methods that the sandbox doesn't know.
type newGateway struct {
	mu         sync.Mutex
	created    map[string]map[string]any
	references map[string]string // bodies that came to the file's path
}

func (g *newGateway) succeed(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.created[id]["process"] = map[string]any{"status": "SUCCESS"}
}

func (g *newGateway) reference(id string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.references[id]
}

func (g *newGateway) answer(r *http.Request) (int, string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	id := strings.TrimPrefix(r.URL.Path, "/payins/")
	switch {
	case id == "!availablePaymentOptions":
		return 200, `{"data":[
			{"paymentMethodCode":"INSTAPAY","paymentOperators":[{"code":"XBNK","name":"X Bank"}]},
			{"paymentMethodCode":"PIX_COBRANCA"},{"paymentMethodCode":"BANK_APP_QR"},{"paymentMethodCode":"STABLECOIN"},{"paymentMethodCode":"SWISH"},{"paymentMethodCode":"QRPH"}]}`
	case r.URL.Path == "/merchant-info" || !strings.HasPrefix(r.URL.Path, "/payins/"):
		return 0, ""
	case strings.HasSuffix(id, "/external-reference"):
		body, _ := io.ReadAll(r.Body)
		g.references[strings.TrimSuffix(id, "/external-reference")] = string(body)
		return 200, `{}`
	case r.Method == http.MethodPost:
		var body struct {
			PaymentRequested any            `json:"paymentRequested"`
			PaymentMethod    map[string]any `json:"paymentMethod"`
		}
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			return 400, `{}`
		}
		if g.created == nil {
			g.created, g.references = map[string]map[string]any{}, map[string]string{}
		}
		g.created[id] = map[string]any{
			"paymentRequested": body.PaymentRequested,
			"paymentMethodResponse": map[string]any{
				"idPayin": id, "paymentMethodCode": body.PaymentMethod["paymentMethodCode"],
				"money":        body.PaymentRequested.(map[string]any)["money"],
				"bankRedirect": map[string]any{"url": "https://bank.example/go"}, "qrCode": "0002",
				"account":         map[string]any{"accountNumber": "0x12-elsewhere"},
				"paymentOperator": map[string]any{"code": "XNET", "name": "X network"},
			},
			"process": map[string]any{"status": "PENDING"},
		}
	}
	payin, ok := g.created[id]
	if id == "no-network" && ok {
		delete(payin["paymentMethodResponse"].(map[string]any), "paymentOperator")
	}
	if method, _ := payin["paymentMethodResponse"].(map[string]any); ok && method["paymentMethodCode"] == "SWISH" {
		delete(method, "bankRedirect") // it is approved in an app, and nothing leads there
		delete(method, "qrCode")
	}
	if !ok {
		return 404, `{"code":"NOT_FOUND"}`
	}
	text, _ := json.Marshal(payin)
	return 200, string(text)
}
