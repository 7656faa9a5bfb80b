package dialect

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ChannelName is the merchant's name at this gateway.
const ChannelName = "Disagreeable Shop"

// Gateway answers each payment in its own dialect, all at once.
type Gateway struct {
	Now    func() time.Time // nil = the machine's
	Moment func() int64     // orders what happens here and elsewhere; nil = here alone
	// Accepted is told of each creation, or number, with what was sent. It may not ask
	// the gateway.
	Accepted func(id string, number bool, sent []byte)

	mu       sync.Mutex
	payments map[string]*payment
	tokens   map[string]string  // the payments of further tokens
	heard    map[string][]Heard // by token
	moments  int64
}

type payment struct {
	dialect  Dialect
	row      Row
	rows     []Row // that are offered
	money    json.RawMessage
	method   map[string]any
	returnTo any
	created  bool
	paid     bool
	received string // the money that came, as JSON; "" = what was asked for
	word     string // instead of the dialect's
	reason   string
	found    time.Time
	void     bool // it is what is kept of a refused creation
	over     bool // it has ended once, so what was told to pay by is no good
	until    time.Time
	tries    int   // creations that came
	turn     int   // which way there is to pay by
	strays   []int // statuses of the next reads
	changed  int64
	before   *payment  // as it was before its last change, for replicas that lag
	since    time.Time // that change
	reads    int
	told     State
}

// Expect prepares a payment by a method, or one of several.
func (g *Gateway) Expect(id string, d Dialect, row ...Row) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.payments == nil {
		g.payments = map[string]*payment{}
	}
	g.payments[id] = &payment{dialect: d, row: row[0], rows: row}
}

// Token is a further token of the payment, which is itself one. With operations it is
// a JWT that names them; without, it says nothing of itself.
func (g *Gateway) Token(id string, operations ...string) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tokens == nil {
		g.tokens = map[string]string{}
	}
	token := "opaque-" + strconv.Itoa(len(g.tokens)) + "-" + id
	if len(operations) > 0 {
		claims, err := json.Marshal(map[string]any{"operations": operations, "jti": token})
		if err != nil {
			panic(err)
		}
		token = base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"HS256"}`)) + "." + base64.RawURLEncoding.EncodeToString(claims) + ".c2ln"
	}
	g.tokens[token] = id
	return token
}

// ServeHTTP finds the payment by the token.
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
	token := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	id, to := cmp.Or(g.tokens[token], token), listener{token, r.Host}
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
	case r.URL.Path == "/payins/!availablePaymentOptions" && p.dialect.Options != 0:
		w.WriteHeader(p.dialect.Options)
		_, _ = io.WriteString(w, p.dialect.Because)
	case r.URL.Path == "/payins/!availablePaymentOptions":
		p.dialect.write(w, http.StatusOK, p.options())
	case r.URL.Path == "/merchant-info":
		return p.info(w)
	case strings.HasSuffix(r.URL.Path, "/accounts") && p.dialect.Info != Channel:
		return p.info(w) // refused as the name is
	case strings.HasSuffix(r.URL.Path, "/externalReference"):
		g.number(w, to, p, id, sent)
	case r.Method == http.MethodPost:
		return g.create(w, sent, id, to, p)
	case len(p.strays) > 0:
		g.answered(w, to, "read", p.strays[0], "")
		p.strays = p.strays[1:]
	case !p.created || p.dialect.Hidden:
		status := cmp.Or(p.dialect.Unborn, http.StatusNotFound)
		p.dialect.write(w, status, map[string]any{"error": "Not Found", "message": "no such payin"})
		g.note(to, Said{Call: "read", Status: status})
	default:
		if p.dialect.Fickle {
			p.turn++
		}
		shown := p
		if p.reads++; p.before != nil && p.reads%2 == 0 && g.now().Sub(p.since) < p.dialect.Lags {
			shown = p.before
		}
		if g.tell(w, to, p, "read", http.StatusOK, shown.answer(id, true)); shown != p {
			p.told.Behind = g.moment()
		}
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
	case Unknown:
		w.WriteHeader(http.StatusUnauthorized)
	case Unnamed:
		p.dialect.write(w, http.StatusOK, map[string]any{"channelInfo": map[string]any{}})
	default:
		p.told.Name = ChannelName
		p.dialect.write(w, http.StatusOK, map[string]any{"channelInfo": map[string]any{"name": ChannelName}})
	}
	return true
}

// number takes an external reference, or refuses it; a 200 is a proxy's page.
func (g *Gateway) number(w http.ResponseWriter, to listener, p *payment, id string, sent []byte) {
	switch status := p.dialect.Number; status {
	case 0:
		p.told.Number, p.told.NumberTold = true, true
		g.accepted(id, true, sent)
		g.answered(w, to, "number", http.StatusNoContent, "")
	case http.StatusOK:
		w.Header().Set("Content-Type", "text/html")
		g.answered(w, to, "number", status, "<html>Sign in to the network</html>")
	default:
		g.answered(w, to, "number", status, `{"message":"not this number"}`)
	}
}

// create takes a creation once, and says so unless the answer is lost.
func (g *Gateway) create(w http.ResponseWriter, sent []byte, id string, to listener, p *payment) bool {
	if p.dialect.Refuse != "" {
		p.told.Refused = true
		g.answered(w, to, "create", p.dialect.RefuseStatus, p.dialect.Refuse)
		return true
	}
	lost := Kept
	if p.tries < len(p.dialect.Loses) {
		lost = p.dialect.Loses[p.tries]
	}
	p.tries++
	again := p.created
	if status, err := strconv.Atoi(string(lost)); err == nil && !again {
		p.told.Refused = true
		g.answered(w, to, "create", status, cmp.Or(p.dialect.Excuse, `{"message":"not so"}`))
		return true
	}
	if lost != Unprocessed && lost != Errors && !again && !g.accept(p, id, sent) {
		w.WriteHeader(http.StatusBadRequest)
		return true
	}
	switch lost {
	case Unprocessed, Error, Reset, Late, Cut, Garbage:
		p.told.Lost = true
		g.note(to, Said{Call: "create"})
	}
	switch lost {
	case Unprocessed, Error:
		w.WriteHeader(http.StatusServiceUnavailable)
	case Reset:
		panic(http.ErrAbortHandler)
	case Late:
		return false
	case Cut:
		_, _ = io.WriteString(w, `{"paymentMethodResponse":{"idPayin":"`)
	case Garbage:
		_, _ = io.WriteString(w, "<html>Paid: SUCCESS</html>")
	case Errors:
		p.told.Refused = true
		g.answered(w, to, "create", http.StatusOK, `{"errors":[{"message":"not so"}]}`)
	case Failed:
		p.void = true
		p.told.Refused, p.word, p.reason = true, "REFUSED", "CUSTOMER_NOT_REGISTERED"
		g.answered(w, to, "create", http.StatusNotAcceptable, `{"code":"CUSTOMER_NOT_REGISTERED"}`)
	case Blank:
		g.answered(w, to, "create", http.StatusOK, "")
	case Unauthorised:
		p.told.Rejected = true
		g.answered(w, to, "create", http.StatusUnauthorized, "")
	default:
		g.created(w, id, to, p, again || lost == Conflict)
	}
	return true
}

// created says that a creation was accepted: just now, or before.
func (g *Gateway) created(w http.ResponseWriter, id string, to listener, p *payment, before bool) {
	status := max(p.dialect.Created, http.StatusOK)
	switch {
	case before:
		g.answered(w, to, "create", http.StatusConflict, "")
	case p.dialect.Silent:
		g.answered(w, to, "create", status, "")
	default:
		g.tell(w, to, p, "create", status, p.answer(id, false))
	}
}

func (g *Gateway) accept(p *payment, id string, sent []byte) bool {
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
	at := slices.IndexFunc(p.rows, func(r Row) bool { return r.Code == p.method["paymentMethodCode"] })
	p.row = p.rows[max(at, 0)]
	p.found = g.now()
	p.until, p.changed = g.now().Add(p.dialect.Skew+p.dialect.ExpireIn), g.moment()
	g.accepted(id, false, sent)
	return true
}

func (g *Gateway) accepted(id string, number bool, sent []byte) {
	if g.Accepted != nil {
		g.Accepted(id, number, sent)
	}
}
