package console

import (
	"cmp"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/store"
)

// How many calls are on a page: of all, of those that were refused, and in one
// answer for programs.
const (
	callRows    = 100
	refusedRows = 15
	mostCalls   = 200
)

// refused is the filter for calls that weren't done.
const refused = "refused"

// anAnswer is what calls can be filtered by: 0 are those that were cut off.
var anAnswer = regexp.MustCompile(`^(|0|[1-5]\d\d|[1-5]xx|` + refused + `)$`)

type callsPage struct {
	ID                                string
	ByMerchant, ByOperation, ByStatus []choice
	Filtered, Narrowed                bool   // by anything; by more than the order
	Newest, Older                     string // links to the other calls, "" if there are none
	Refused, Calls                    []callView
}

// showCalls lists the calls of the interface: the refused ones first, then all,
// newest first. Programs get one list, and can wait for a call.
func (c *Console) showCalls(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	filter := store.CallFilter{
		ID: strings.TrimSpace(cmp.Or(r.FormValue("order"), r.FormValue("id"))), Merchant: r.FormValue("merchant"),
		Operation: r.FormValue("operation"), Status: strings.TrimSpace(r.FormValue("status")),
	}
	if err := c.checkOperation(filter.Operation); err != nil {
		return nil, err
	}
	if !anAnswer.MatchString(filter.Status) {
		return nil, page.BadRequest("The parameter status is no HTTP status, no class as 4xx, and not " + refused + ".")
	}
	filtered := filter != store.CallFilter{}
	var err error
	if filter.Before, err = number(r, "before", 0); err != nil {
		return nil, err
	}
	if filter.After, err = number(r, "after", 0); err != nil {
		return nil, err
	}
	limit, err := number(r, "limit", callRows)
	if err != nil {
		return nil, err
	}
	limit = min(max(limit, 1), mostCalls)
	filter.Limit = int(limit) + 1
	list, err := c.callsOnce(r, filter)
	if err != nil {
		return nil, err
	}
	body := callsPage{
		ID: filter.ID, Filtered: filtered || filter.Before > 0, Narrowed: filter.Merchant+filter.Operation+filter.Status != "",
		ByMerchant:  choices("all", filter.Merchant, c.Merchants.Codes()...),
		ByOperation: choices("all", filter.Operation, c.Operations...),
		ByStatus:    choices("all", filter.Status, statuses(filter.Status)...),
	}
	if filter.Before > 0 {
		body.Newest = callsAt(filter, 0)
	}
	if len(list) == filter.Limit {
		list = list[:limit]
		body.Older = callsAt(filter, list[limit-1].Seq)
	}
	body.Calls = c.callViews(r, list)
	if !body.Filtered {
		first, err := c.Store.Calls(r.Context(), store.CallFilter{Status: refused, Limit: refusedRows})
		if err != nil {
			return nil, err
		}
		body.Refused = c.callViews(r, first)
	}
	return &page.Page{Name: "calls", Title: "Calls", Body: body, Live: true, JSON: callList{body.Calls, body.Older}}, nil
}

// callsOnce reads the calls or, with ?wait=1, waits for the first that fits.
func (c *Console) callsOnce(r *http.Request, filter store.CallFilter) (list []store.Call, err error) {
	read := func() (bool, error) {
		list, err = c.Store.Calls(r.Context(), filter)
		return len(list) > 0, err
	}
	if r.FormValue("wait") == "" {
		_, err := read()
		return list, err
	}
	return list, c.wait(r, read, nil, func() (string, any) { return "No such call was made", callList{Calls: []callView{}} })
}

// statuses are the values of the filter, and the one in use.
func statuses(used string) []string {
	list := []string{refused, "2xx", "4xx", "5xx", "400", "401", "403", "404", "406", "409", "429"}
	if used != "" && !strings.Contains(strings.Join(list, " ")+" ", used+" ") {
		list = append(list, used)
	}
	return list
}

// number is a query parameter that is a whole number.
func number(r *http.Request, name string, otherwise int64) (int64, error) {
	text := r.FormValue(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, page.BadRequest("The parameter " + name + " is no whole number.")
	}
	return n, nil
}

// callsAt is the page of calls with the same filter, for calls older than
// before.
func callsAt(f store.CallFilter, before int64) string {
	return olderAt("/console/calls", map[string]string{
		"order": f.ID, "merchant": f.Merchant, "operation": f.Operation, "status": f.Status,
	}, before)
}

// showCall is one call in full, at an address that can be sent to a colleague.
func (c *Console) showCall(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	seq, err := strconv.ParseInt(r.PathValue("seq"), 10, 64)
	if err != nil {
		return nil, store.ErrNotFound
	}
	call, err := c.Store.Call(r.Context(), seq)
	if err != nil {
		return nil, err
	}
	view := c.callView(r, call)
	return &page.Page{Name: "call", Title: "Call " + r.PathValue("seq"), Body: view, JSON: view}, nil
}
