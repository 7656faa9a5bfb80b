package console

import (
	"time"

	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/store"
)

// paymentView is one payment as programs see it. One that was never accepted
// has its id and its calls alone. It has a field for each property of its JSON.
type paymentView struct {
	IDPayin     string         `json:"idPayin,omitempty"`
	IDPayout    string         `json:"idPayout,omitempty"`
	Accepted    bool           `json:"accepted"`
	Merchant    string         `json:"merchantCode,omitempty"`
	Status      string         `json:"status,omitempty"`
	Reason      string         `json:"failureReasonCode,omitempty"`
	Amount      string         `json:"amount,omitempty"`
	Currency    string         `json:"currencyCode,omitempty"`
	Method      string         `json:"paymentMethodCode,omitempty"`
	CreatedAt   string         `json:"createdAt,omitempty"`
	Moved       string         `json:"clockMovedBy,omitempty"` // since then
	CallbackURL string         `json:"callbackUrl,omitempty"`
	ReturnURL   string         `json:"returnUrl,omitempty"`
	Reference   string         `json:"reference,omitempty"`
	Steering    string         `json:"steering,omitempty"` // besides its id
	Unknown     []string       `json:"unknownDirectives,omitempty"`
	States      []stateView    `json:"states,omitempty"`
	Callbacks   []callbackView `json:"callbacks,omitempty"`
	Calls       []callView     `json:"calls,omitempty"`
}

// stateView is one status of a payment, in the past or planned.
type stateView struct {
	At      string `json:"at"`
	Status  string `json:"status"`
	Reason  string `json:"failureReasonCode,omitempty"`
	Cause   string `json:"cause"`
	Planned bool   `json:"planned"`
}

// callbackView is one callback with all its deliveries.
type callbackView struct {
	Seq      int64         `json:"id"`
	Tells    string        `json:"tellsOf"` // the status; it isn't sent
	State    string        `json:"state"`
	NextAt   string        `json:"nextAt,omitempty"`
	URL      string        `json:"url"`
	TellsID  string        `json:"tellsId"`
	Note     string        `json:"note,omitempty"`
	Attempts []attemptView `json:"attempts"`
}

// attemptView is one delivery of a callback.
type attemptView struct {
	At      string `json:"at"`
	Status  int    `json:"status"` // 0: no answer came
	Error   string `json:"error,omitempty"`
	Took    int64  `json:"tookMs"`
	Request string `json:"request"`
	Answer  string `json:"answer"`
}

// view is the page for programs.
func (p *paymentPage) view() paymentView {
	v := paymentView{Accepted: p.Accepted, Merchant: p.Merchant, Unknown: p.Unknown, Calls: p.Calls}
	if p.Kind == store.Payout {
		v.IDPayout = p.ID
	} else {
		v.IDPayin = p.ID
	}
	if !p.Accepted {
		return v
	}
	v.Status, v.Reason, v.Amount, v.Currency, v.Method = p.Status, p.Reason, p.Amount, p.Currency, p.Method
	v.CreatedAt, v.CallbackURL, v.ReturnURL, v.Reference = answers.Time(p.MadeAt), p.CallbackURL, p.ReturnURL, p.Reference
	v.Steering, v.Moved = p.Steering, moved(p.Payment)
	for _, t := range p.Transitions {
		v.States = append(v.States, stateView{answers.Time(t.At), t.Status, t.Reason, t.Cause, t.At.After(p.Now)})
	}
	for _, c := range p.Callbacks {
		v.Callbacks = append(v.Callbacks, viewCallback(c))
	}
	return v
}

func viewCallback(c store.Callback) callbackView {
	v := callbackView{
		Seq: c.Seq, Tells: c.Status, State: c.State(), NextAt: optional(c.NextAt), URL: c.URL, TellsID: c.TellsID, Note: c.Note,
		Attempts: []attemptView{},
	}
	for _, a := range c.Attempts {
		v.Attempts = append(v.Attempts, attemptView{answers.Time(a.At), a.Status, a.Error, a.Took, a.Request, a.Response})
	}
	return v
}

// moved is how far a payment's clock was moved, "" if it wasn't.
func moved(p store.Payment) string {
	if p.Moved() == 0 {
		return ""
	}
	return p.Moved().String()
}

func optional(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return answers.Time(t)
}
