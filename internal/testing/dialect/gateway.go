package dialect

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// ChannelName is the merchant's name at this gateway.
const ChannelName = "Disagreeable Shop"

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
	word     string // instead of the dialect's
	reason   string
	tries    int // creations that came
	told     State
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
	g.change(id, func(p *payment) { p.paid = true })
}

// Say gives the payment a word, and a failureReasonCode beside it. It isn't paid,
// even if it was.
func (g *Gateway) Say(id, word, reason string) {
	g.change(id, func(p *payment) { p.paid, p.word, p.reason = false, word, reason })
}

// Show lets reads find a hidden payment.
func (g *Gateway) Show(id string) {
	g.change(id, func(p *payment) { p.dialect.Hidden = false })
}

// Rename changes what becomes of merchant-info.
func (g *Gateway) Rename(id string, info Info) {
	g.change(id, func(p *payment) { p.dialect.Info = info })
}

func (g *Gateway) change(id string, to func(*payment)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	to(g.payments[id])
}

// ServeHTTP finds the payment by the token, which is the payment's id.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sent, err := io.ReadAll(r.Body) // else the server wouldn't notice a client that gives up
	if err != nil {
		return
	}
	if g.answer(w, r, sent) {
		return
	}
	<-r.Context().Done()
	panic(http.ErrAbortHandler)
}

// answer reports whether there was one: it may come too late.
func (g *Gateway) answer(w http.ResponseWriter, r *http.Request, sent []byte) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	id := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	p := g.payments[id]
	w.Header().Set("Content-Type", "application/json")
	if p == nil {
		w.WriteHeader(http.StatusUnauthorized)
		return true
	}
	if date, err := http.ParseTime(w.Header().Get("Date")); err == nil {
		w.Header().Set("Date", date.Add(p.dialect.Skew).UTC().Format(http.TimeFormat))
	}
	switch {
	case r.Header.Get("X-API-Version") != "2":
		w.WriteHeader(http.StatusNotFound)
	case r.URL.Path == "/payins/!availablePaymentOptions":
		p.dialect.write(w, http.StatusOK, p.options())
	case r.URL.Path == "/merchant-info":
		return p.info(w)
	case strings.HasSuffix(r.URL.Path, "/externalReference"):
		p.told.Number, p.told.NumberTold = true, true
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodPost:
		return p.create(w, sent, id)
	case !p.created || p.dialect.Hidden:
		p.dialect.write(w, cmp.Or(p.dialect.Unborn, http.StatusNotFound), map[string]any{"error": "Not Found", "message": "no such payin"})
	default:
		p.tell(w, http.StatusOK, p.answer(id, true))
	}
	return true
}

// info is the merchant's name, or not.
func (p *payment) info(w http.ResponseWriter) bool {
	switch p.dialect.Info {
	case Slow:
		return false
	case Refused:
		w.WriteHeader(http.StatusForbidden)
	case Missing:
		w.WriteHeader(http.StatusNotFound)
	case Unnamed:
		p.dialect.write(w, http.StatusOK, map[string]any{"channelInfo": map[string]any{}})
	default:
		p.told.Name = ChannelName
		p.dialect.write(w, http.StatusOK, map[string]any{"channelInfo": map[string]any{"name": ChannelName}})
	}
	return true
}

// create takes a creation once, and says so unless the answer is lost.
func (p *payment) create(w http.ResponseWriter, sent []byte, id string) bool {
	if p.dialect.Refuse != "" {
		p.told.Refused = true
		w.WriteHeader(p.dialect.RefuseStatus)
		_, _ = w.Write([]byte(p.dialect.Refuse))
		return true
	}
	lost := Kept
	if p.tries < len(p.dialect.Loses) {
		lost = p.dialect.Loses[p.tries]
	}
	p.tries++
	again := p.created
	if lost != Unprocessed && !again && !p.accept(sent) {
		w.WriteHeader(http.StatusBadRequest)
		return true
	}
	switch lost {
	case Unprocessed, Error:
		p.told.Lost = true
		w.WriteHeader(http.StatusServiceUnavailable)
	case Reset:
		p.told.Lost = true
		panic(http.ErrAbortHandler)
	case Late:
		p.told.Lost = true
		return false
	case Cut:
		p.told.Lost = true
		_, _ = io.WriteString(w, `{"paymentMethodResponse":{"idPayin":"`)
	case Garbage:
		p.told.Lost = true
		_, _ = io.WriteString(w, "<html>Paid: SUCCESS</html>")
	case Blank:
		w.WriteHeader(http.StatusOK)
	case Unauthorised:
		p.told.Rejected = true
		w.WriteHeader(http.StatusUnauthorized)
	case Conflict:
		w.WriteHeader(http.StatusConflict)
	default:
		if again {
			w.WriteHeader(http.StatusConflict)
			break
		}
		status := max(p.dialect.Created, http.StatusOK)
		if p.dialect.Silent {
			w.WriteHeader(status)
			break
		}
		p.tell(w, status, p.answer(id, false))
	}
	return true
}

func (p *payment) accept(sent []byte) bool {
	var body struct {
		PaymentRequested struct {
			Money json.RawMessage `json:"money"`
		} `json:"paymentRequested"`
		PaymentMethod map[string]any `json:"paymentMethod"`
		ReturnURL     any            `json:"returnUrl"`
	}
	if err := json.Unmarshal(sent, &body); err != nil {
		return false
	}
	p.created, p.money, p.method, p.returnTo = true, body.PaymentRequested.Money, body.PaymentMethod, body.ReturnURL
	return true
}

// Landing is the address to which the bank leads back.
func (g *Gateway) Landing(id string) (address string) {
	g.change(id, func(p *payment) { address, _ = p.returnTo.(string) })
	return address
}

// State is what is true of a payment, and what the gateway has told of it in
// answers that arrived.
type State struct {
	Exists                   bool
	Success, Failed, Expired bool
	Refused                  bool   // a creation
	Rejected                 bool   // the token
	Lost                     bool   // the answer to a creation
	Name                     string // the merchant's, "" = not told
	Number, NumberTold       bool   // it has the external reference, and has said so
	Requires                 bool   // another amount to pay
	Deadline                 time.Time
}

// State is the payment's.
func (g *Gateway) State(id string) (s State) {
	g.change(id, func(p *payment) {
		s = p.told
		s.Exists, s.Requires = p.created, p.dialect.Requires != ""
	})
	return s
}

// Creations is how many came.
func (g *Gateway) Creations(id string) (n int) {
	g.change(id, func(p *payment) { n = p.tries })
	return n
}

var endings = map[string]string{
	"REFUSED": "failed", "FAILED": "failed", "CANCELED": "failed", "CANCELLED": "failed", "REJECTED": "failed", "DECLINED": "failed", "ERROR": "failed",
	"EXPIRED": "expired", "TIMEOUT": "expired",
}

var reasons = []string{"SECURITY_CHECK_FAILED", "CUSTOMER_VERIFICATION_INACTIVITY", "CUSTOMER_NOT_REGISTERED"}

// tell answers with the payment, and notes what that says.
func (p *payment) tell(w http.ResponseWriter, status int, answer map[string]any) {
	process, _ := answer["process"].(map[string]any)
	word, _ := process["status"].(string)
	word = strings.ToUpper(word)
	reason, _ := answer["failureReasonCode"].(string)
	p.told.Success = p.told.Success || word == "SUCCESS"
	p.told.Failed = p.told.Failed || endings[word] == "failed" || slices.Contains(reasons, reason) || reason != "" && word == ""
	p.told.Expired = p.told.Expired || endings[word] == "expired"
	method, _ := answer["paymentMethodResponse"].(map[string]any)
	if written, _ := method["expireAt"].(string); written != "" {
		p.told.Deadline = deadline(written)
	}
	p.dialect.write(w, status, answer)
}

// deadline reads a time as the interface has it: in UTC, where no zone is named.
func deadline(written string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02T15:04:05-0700", "2006-01-02T15:04:05-07"} {
		if at, err := time.Parse(layout, written); err == nil {
			return at
		}
	}
	return time.Time{}
}
