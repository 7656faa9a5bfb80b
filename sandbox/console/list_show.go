package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

// consoleRows is how many payments are on one page of the console.
const consoleRows = 200

type consolePage struct {
	Search                      string
	Kinds, ByMerchant, ByStatus []choice
	Filtered, Narrowed          bool   // by anything; by more than the search
	Newest, Older               string // links to the other payments, "" if there are none
	Payments                    []store.Listed
	Waiting                     int    // of these, for their customers
	Here                        string // the page's own address, to come back to
	Now                         time.Time
}

// Final is for the list's buttons.
func (consolePage) Final(status string) bool { return process.Final(status) }

type choice struct {
	Value, Text string
	Chosen      bool
}

// choices are the values, after one for all of them.
func choices(all, chosen string, values ...string) []choice {
	list := []choice{{"", all, chosen == ""}}
	for _, v := range values {
		list = append(list, choice{v, v, v == chosen})
	}
	return list
}

// showConsole lists payments, newest first.
func (c *Console) showConsole(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	filter := store.Filter{
		Search: strings.TrimSpace(r.FormValue("q")), Kind: r.FormValue("kind"), Merchant: r.FormValue("merchant"), Status: r.FormValue("status"),
	}
	body := consolePage{
		Search: filter.Search, Filtered: filter != store.Filter{}, Narrowed: filter.Kind+filter.Merchant+filter.Status != "",
		Kinds:      choices("both", filter.Kind, store.Payin, store.Payout),
		ByMerchant: choices("all", filter.Merchant, c.Merchants.Codes()...),
		ByStatus:   choices("all", filter.Status, append(process.Statuses, process.Strange)...),
	}
	var err error
	if filter.Before, err = number(r, "before", 0); err != nil {
		return nil, err
	}
	if filter.Before > 0 {
		body.Newest = consoleAt(filter, 0)
	}
	filter.Limit = consoleRows + 1
	body.Now = c.Clock.Now()
	list, err := c.Store.Payments(r.Context(), filter, body.Now)
	if err != nil {
		return nil, err
	}
	if len(list) > consoleRows {
		list = list[:consoleRows]
		body.Older = consoleAt(filter, list[len(list)-1].Seq)
	}
	for _, p := range list {
		if p.Kind == store.Payin && p.Status == process.Pending {
			body.Waiting++
		}
	}
	body.Payments, body.Here = list, r.URL.RequestURI()
	return &page.Page{Name: "console", Title: "Payments", Body: body, Live: true, JSON: c.paymentList(r, body)}, nil
}

// paymentList is the list for programs.
type paymentList struct {
	Payments []listedView `json:"payments"`
	Older    string       `json:"older,omitempty"`
}

// listedView is one payment of the list for programs.
type listedView struct {
	IDPayin   string   `json:"idPayin,omitempty"`
	IDPayout  string   `json:"idPayout,omitempty"`
	Merchant  string   `json:"merchantCode"`
	Status    string   `json:"status"`
	Amount    string   `json:"amount"`
	Currency  string   `json:"currencyCode"`
	Method    string   `json:"paymentMethodCode"`
	CreatedAt string   `json:"createdAt"`
	Moved     string   `json:"clockMovedBy,omitempty"`
	Link      string   `json:"link"`
	Callback  int64    `json:"callback,omitempty"` // the last one's number
	Attempts  int      `json:"callbackAttempts,omitempty"`
	Answer    int      `json:"callbackStatus,omitempty"`
	Unknown   []string `json:"unknownDirectives,omitempty"`
}

func (c *Console) paymentList(r *http.Request, body consolePage) paymentList {
	list := paymentList{Payments: []listedView{}, Older: body.Older}
	for _, p := range body.Payments {
		v := listedView{
			Merchant: p.Merchant, Status: p.Status, Amount: p.Amount, Currency: p.Currency, Method: p.Method, CreatedAt: answers.Time(p.MadeAt),
			Link: c.BaseURL(r) + "/console/" + p.Kind + "s/" + addressed(p.Merchant, p.ID), Unknown: directive.Unknown(p.ID + p.Steering),
			Moved:    moved(p.Payment),
			Callback: p.Callback, Attempts: p.Attempts, Answer: p.Answer,
		}
		if p.Kind == store.Payout {
			v.IDPayout = p.ID
		} else {
			v.IDPayin = p.ID
		}
		list.Payments = append(list.Payments, v)
	}
	return list
}

// consoleAt is the console with the same filter, for payments older than
// before.
func consoleAt(f store.Filter, before int64) string {
	return olderAt("/console", map[string]string{"q": f.Search, "kind": f.Kind, "merchant": f.Merchant, "status": f.Status}, before)
}

// olderAt is the address of a list with filters, from before on; 0 is its first
// page.
func olderAt(path string, filters map[string]string, before int64) string {
	q := url.Values{}
	for name, value := range filters {
		if value != "" {
			q.Set(name, value)
		}
	}
	if before > 0 {
		q.Set("before", strconv.FormatInt(before, 10))
	}
	return path + "?" + q.Encode()
}
