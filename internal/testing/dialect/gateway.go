package dialect

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
)

// Gateway answers each payment in its own dialect, all at once.
type Gateway struct {
	mu       sync.Mutex
	payments map[string]*payment
}

type payment struct {
	dialect  Dialect
	row      Row
	money    json.RawMessage
	method   map[string]any
	returnTo any
	created  bool
	paid     bool
}

// Expect prepares a payment.
func (g *Gateway) Expect(id string, d Dialect, row Row) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.payments == nil {
		g.payments = map[string]*payment{}
	}
	g.payments[id] = &payment{dialect: d, row: row}
}

// Pay makes the payment succeed.
func (g *Gateway) Pay(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.payments[id].paid = true
}

// ServeHTTP finds the payment by the token, which is the payment's id.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	id := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	p := g.payments[id]
	w.Header().Set("Content-Type", "application/json")
	switch {
	case p == nil:
		w.WriteHeader(http.StatusUnauthorized)
	case r.Header.Get("X-API-Version") != "2":
		w.WriteHeader(http.StatusNotFound)
	case r.URL.Path == "/payins/!availablePaymentOptions":
		p.dialect.write(w, http.StatusOK, p.options())
	case r.URL.Path == "/merchant-info":
		p.dialect.write(w, http.StatusOK, map[string]any{"channelInfo": map[string]any{"name": "Disagreeable Shop"}})
	case strings.HasSuffix(r.URL.Path, "/externalReference"):
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPost:
		p.create(w, r, id)
	case !p.created:
		p.dialect.write(w, cmp.Or(p.dialect.Unborn, http.StatusNotFound), map[string]any{"error": "Not Found", "message": "no such payin"})
	default:
		p.dialect.write(w, http.StatusOK, p.answer(id, true))
	}
}

func (p *payment) create(w http.ResponseWriter, r *http.Request, id string) {
	if p.dialect.Refuse != "" {
		w.WriteHeader(p.dialect.RefuseStatus)
		_, _ = w.Write([]byte(p.dialect.Refuse))
		return
	}
	var body struct {
		PaymentRequested struct {
			Money json.RawMessage `json:"money"`
		} `json:"paymentRequested"`
		PaymentMethod map[string]any `json:"paymentMethod"`
		ReturnURL     any            `json:"returnUrl"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	p.created, p.money, p.method, p.returnTo = true, body.PaymentRequested.Money, body.PaymentMethod, body.ReturnURL
	status := max(p.dialect.Created, http.StatusOK)
	if p.dialect.Silent {
		w.WriteHeader(status)
		return
	}
	p.dialect.write(w, status, p.answer(id, false))
}
