package console

import (
	"net/http"
	"strconv"

	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/store"
)

// callList is a list of calls for programs.
type callList struct {
	Calls []callView `json:"calls"`
	Older string     `json:"older,omitempty"`
}

// callView is one call as pages and programs see it. It has a field for each
// property of its JSON.
type callView struct {
	Seq       int64          `json:"id"`
	Link      string         `json:"link"` // for a colleague
	At        string         `json:"at"`
	Merchant  string         `json:"merchantCode,omitempty"`
	Claimed   string         `json:"claimedMerchantCode,omitempty"` // by a call that proved nothing
	IDPayin   string         `json:"idPayin,omitempty"`
	IDPayout  string         `json:"idPayout,omitempty"`
	Operation string         `json:"operation,omitempty"`
	Method    string         `json:"method"`
	Path      string         `json:"path"`
	Status    int            `json:"status"` // 0: the connection was cut
	Refused   bool           `json:"refused"`
	Took      int64          `json:"tookMs"`
	Why       *store.Why     `json:"why,omitempty"`
	Token     *store.Allowed `json:"token,omitempty"`
	Notes     []string       `json:"notes,omitempty"`
	Request   message        `json:"request"`
	Answer    message        `json:"answer"`
}

// message is a request or an answer.
type message struct {
	Headers []store.Header `json:"headers"`
	Body    string         `json:"body"`
}

// Order is the id of the payment that the call is about.
func (v callView) Order() string { return v.IDPayin + v.IDPayout }

// Early reports whether a payment was read before its creation, as pages do
// while its customer chooses: nothing is wrong then.
func (v callView) Early() bool { return v.Status >= http.StatusBadRequest && !v.Refused }

// OrderPath is the console's page of that payment.
func (v callView) OrderPath() string {
	kind, merchant := store.Payin, v.Merchant
	if v.IDPayout != "" {
		kind = store.Payout
	}
	if merchant == "" {
		merchant = v.Claimed
	}
	return "/console/" + kind + "s/" + addressed(merchant, v.Order())
}

func (c *Console) callViews(r *http.Request, calls []store.Call) []callView {
	views := []callView{}
	for _, call := range calls {
		views = append(views, c.callView(r, call))
	}
	return views
}

func (c *Console) callView(r *http.Request, call store.Call) callView {
	view := callView{
		Seq: call.Seq, Link: c.BaseURL(r) + "/console/calls/" + strconv.FormatInt(call.Seq, 10), At: answers.Time(call.At),
		Merchant: call.Merchant, Claimed: call.Claimed, Operation: call.Operation, Method: call.Method, Path: call.Path,
		Status: call.Status, Refused: call.Refused(), Took: call.Took, Why: call.Why, Token: call.Token, Notes: call.Notes,
		Request: message{headers(call.Headers), call.Request}, Answer: message{headers(call.Answered), call.Response},
	}
	if call.Kind == store.Payout {
		view.IDPayout = call.ID
	} else {
		view.IDPayin = call.ID
	}
	return view
}

func headers(list []store.Header) []store.Header {
	if list == nil {
		return []store.Header{}
	}
	return list
}
