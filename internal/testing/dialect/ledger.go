package dialect

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

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
	Hidden                   bool      // it exists, and reads don't find it
	Found                    time.Time // since when reads find it
	Void                     bool      // it exists only because a refused creation is kept
	Good                     bool      // what was told to pay by can be paid by
	Word                     string    // of the next read, "" = there is none
	Changed                  int64     // the moment of its last change
	Behind                   int64     // the moment of the last answer from a replica that lags
}

// Heard is what a token was told, in answers that it got whole: once, or several times
// on end.
type Heard struct {
	At, Last   int64 // the moments of the first and of the last time
	When, Then time.Time
	Said
}

// Said is what one answer says.
type Said struct {
	By     string // the host name by which the gateway was called: a replica's own
	Call   string // create, read, number
	Status int    // 0 = the answer was lost
	Code   string // the interface's, wherever a refusal has it
	// The rest is of an answer that describes the payment: one has an id.
	Described        bool
	Word, Reason     string
	Money, Requested Amount
	Required         Amount // what has to be paid instead
	Ways             string // the properties by which one may pay
	Way              string // and what they say
}

// String is for stories.
func (h Heard) String() string {
	said := fmt.Sprintf("%d-%d %s %d", h.At, h.Last, h.Call, h.Status)
	if h.Described {
		said += fmt.Sprintf(" %s%s %s of %s, %s (%s)", h.Word, h.Reason, h.Money, h.Requested, h.Required, h.Ways)
	}
	return said + " to " + h.By
}

// Amount is money as an answer names it; 10 and 10.00 are the same.
type Amount struct {
	Amount   json.Number `json:"amount"`
	Currency string      `json:"currencyCode"`
}

func (m Amount) String() string {
	amount := string(m.Amount)
	if strings.Contains(amount, ".") {
		amount = strings.TrimRight(strings.TrimRight(amount, "0"), ".")
	}
	return amount + " " + m.Currency
}

// What a word means. A word that isn't here is one of progress: something is known to
// go on. The interface has SUCCESS and REFUSED.
var (
	Failing  = []string{"REFUSED", "FAILED", "CANCELED", "CANCELLED", "REJECTED", "DECLINED", "ERROR"}
	Expiring = []string{"EXPIRED", "TIMEOUT"}
	Waiting  = []string{"", "PENDING", "CREATED", "AWAITING", "AWAITING_CUSTOMER"}
	Working  = []string{"VALIDATING", "VERIFYING", "IN_CLEARING", "CLEARING", "SETTLING", "PAYMENT_DETECTED", "PAYMENT_RECEIVED", "OVERPAID", "PAID", "COMPLETED", "SETTLED", "PARTIALLY_PAID"}
	Closing  = []string{"REFUNDED", "REVERSED", "CHARGEBACK", "VOID", "LAPSED", "ABANDONED", "BLOCKED"}
	Reasons  = []string{"SECURITY_CHECK_FAILED", "CUSTOMER_VERIFICATION_INACTIVITY", "CUSTOMER_NOT_REGISTERED"}
)

// Failed reports whether the answer says that the payment has failed. Beside another
// word only a documented reason does, where nothing is named to pay by.
func (h Said) Failed() bool {
	reason := h.Reason != "" && h.Word == "" || slices.Contains(Reasons, h.Reason) && h.Ways == "" && !slices.Contains(Expiring, h.Word)
	return h.Word != "SUCCESS" && (slices.Contains(Failing, h.Word) || reason)
}

// Waits reports whether it describes a payment of which nothing says that anybody paid.
func (h Said) Waits() bool {
	return h.Described && slices.Contains(Waiting, h.Word) && !h.Failed() && !slices.Contains(Reasons, h.Reason)
}

// Works reports whether it says that the money came, or is looked at.
func (h Said) Works() bool { return h.Described && slices.Contains(Working, h.Word) && !h.Failed() }

// Closes reports whether it says that the payment ended otherwise.
func (h Said) Closes() bool { return h.Described && slices.Contains(Closing, h.Word) && !h.Failed() }

// Expired reports whether it says that the time to pay is over.
func (h Said) Expired() bool { return !h.Failed() && slices.Contains(Expiring, h.Word) }

// Progress reports whether it says that somebody has acted, and no end.
func (h Said) Progress() bool {
	return h.Described && h.Word != "SUCCESS" && !h.Failed() && !h.Expired() && !slices.Contains(Waiting, h.Word)
}

// waysToPay are the properties by which one may pay.
var waysToPay = []string{"account", "paymentAddress", "paymentInstructionList", "qrCode", "redirectUrl", "reference", "upiQrDeepLink"}

// hear reads an answer as it was written.
func hear(call string, status int, answer map[string]any) Said {
	h := Said{Call: call, Status: status}
	var said struct {
		Reason  string `json:"failureReasonCode"`
		Process struct {
			Status string
			Reason string `json:"failureReasonCode"`
		}
		Asked struct{ Money Amount } `json:"paymentRequested"`
		Payin struct {
			ID            string `json:"idPayin"`
			Money         Amount
			MoneyRequired Amount
			Reference     any
		} `json:"paymentMethodResponse"`
	}
	text, err := json.Marshal(answer)
	if err != nil || json.Unmarshal(text, &said) != nil || said.Payin.ID == "" {
		return h
	}
	h.Described, h.Word, h.Reason = true, strings.ToUpper(said.Process.Status), said.Reason+said.Process.Reason
	h.Money, h.Requested, h.Required = said.Payin.Money, said.Asked.Money, said.Payin.MoneyRequired
	method, _ := answer["paymentMethodResponse"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(method)) {
		if slices.Contains(waysToPay, name) && method[name] != nil {
			text, _ := json.Marshal(method[name])
			h.Ways += name + " "
			h.Way += name + string(text)
		}
	}
	return h
}

// tell answers the token with the payment, and notes what that says.
func (g *Gateway) tell(w http.ResponseWriter, to listener, p *payment, call string, status int, answer map[string]any) {
	h := hear(call, status, answer)
	p.told.Success = p.told.Success || h.Word == "SUCCESS"
	p.told.Failed = p.told.Failed || h.Failed()
	p.told.Expired = p.told.Expired || slices.Contains(Expiring, h.Word)
	method, _ := answer["paymentMethodResponse"].(map[string]any)
	if written, _ := method["expireAt"].(string); written != "" {
		p.told.Deadline = deadline(written)
	}
	p.dialect.write(w, status, answer)
	g.note(to, h)
}

// answered answers the token with a status, and notes that.
func (g *Gateway) answered(w http.ResponseWriter, to listener, call string, status int, body string) {
	if status >= 300 && status < 400 {
		w.Header().Set("Location", "/elsewhere")
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
	h := Said{Call: call, Status: status}
	for _, code := range Reasons {
		if strings.Contains(body, code) {
			h.Code = code
		}
	}
	g.note(to, h)
}

// listener is who is answered: a token, and the name by which it called.
type listener struct{ token, by string }

func (g *Gateway) note(to listener, h Said) {
	h.By = to.by
	if g.heard == nil {
		g.heard = map[string][]Heard{}
	}
	list, at, when := g.heard[to.token], g.moment(), g.now()
	if n := len(list); n > 0 && list[n-1].Said == h {
		list[n-1].Last, list[n-1].Then = at, when
		return
	}
	g.heard[to.token] = append(list, Heard{at, at, when, when, h})
}

// Heard is what the token was told, in turn.
func (g *Gateway) Heard(token string) []Heard {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.heard[token])
}

// State is the payment's.
func (g *Gateway) State(id string) (s State) {
	g.look(id, func(p *payment) {
		s = p.told
		s.Exists, s.Requires, s.Hidden, s.Changed = p.created, p.dialect.Requires != "", p.dialect.Hidden, p.changed
		s.Found, s.Void = p.found, p.void && p.word == "REFUSED"
		if p.created {
			read := hear("read", http.StatusOK, p.answer(id, true))
			s.Word = read.Word
			withdrawn := p.dialect.Withdraws && read.Progress() && read.Ways == ""
			s.Good = !success(read) && !ended(read) && !withdrawn && !p.over && !read.Closes()
		}
	})
	return s
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
