package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

// consoleRows is how many payments are on one page of the console.
const consoleRows = 200

type consolePage struct {
	Search                      string
	Kinds, ByMerchant, ByStatus []choice
	Filtered                    bool
	Newest, Older               string // links to the other payments, "" if there are none
	Payments                    []store.Listed
	Merchants                   []string
}

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
		Search: filter.Search, Merchants: c.Merchants.Codes(), Filtered: filter != store.Filter{},
		Kinds:      choices("both", filter.Kind, store.Payin, store.Payout),
		ByMerchant: choices("all", filter.Merchant, c.Merchants.Codes()...),
		ByStatus:   choices("all", filter.Status, append(process.Statuses, process.Strange)...),
	}
	if before, err := strconv.ParseInt(r.FormValue("before"), 10, 64); err == nil {
		filter.Before, body.Newest = before, consoleAt(filter, 0)
	}
	filter.Limit = consoleRows + 1
	list, err := c.Store.Payments(r.Context(), filter, c.Clock.Now())
	if err != nil {
		return nil, err
	}
	if len(list) > consoleRows {
		list = list[:consoleRows]
		body.Older = consoleAt(filter, list[len(list)-1].Seq)
	}
	body.Payments = list
	return &page.Page{Name: "console", Title: "Console", Body: body, Live: true}, nil
}

// consoleAt is the console with the same filter, for payments older than
// before.
func consoleAt(f store.Filter, before int64) string {
	q := url.Values{}
	for name, value := range map[string]string{"q": f.Search, "kind": f.Kind, "merchant": f.Merchant, "status": f.Status} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if before > 0 {
		q.Set("before", strconv.FormatInt(before, 10))
	}
	return "/console?" + q.Encode()
}
