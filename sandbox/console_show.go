package sandbox

import (
	"net/http"

	"payapp/sandbox/internal/store"
)

const consoleRows = 200

type consolePage struct {
	Search                      string
	Kinds, ByMerchant, ByStatus []choice
	Filtered, More              bool
	Payments                    []consoleRow
	Merchants                   []string
}

type choice struct {
	Value, Text string
	Chosen      bool
}

// choices begins with one for all.
func choices(all, chosen string, values ...string) []choice {
	list := []choice{{"", all, chosen == ""}}
	for _, v := range values {
		list = append(list, choice{v, v, v == chosen})
	}
	return list
}

type consoleRow struct {
	Created, Kind, ID, Method, Amount, Currency, Status string
}

// showConsole lists payments, newest first.
func (s *Sandbox) showConsole(_ http.ResponseWriter, r *http.Request) (*page, error) {
	filter := store.Filter{
		Search: r.FormValue("q"), Kind: r.FormValue("kind"), Merchant: r.FormValue("merchant"), Status: r.FormValue("status"), Limit: consoleRows,
	}
	list, err := s.store.Payments(r.Context(), filter, s.clock.now())
	if err != nil {
		return nil, err
	}
	body := consolePage{
		Search: filter.Search, Merchants: merchantCodes(), More: len(list) == consoleRows,
		Filtered:   filter != store.Filter{Limit: consoleRows},
		Kinds:      choices("both", filter.Kind, store.Payin, store.Payout),
		ByMerchant: choices("all", filter.Merchant, merchantCodes()...),
		ByStatus:   choices("all", filter.Status, append(statuses, statusStrange)...),
	}
	for _, p := range list {
		body.Payments = append(body.Payments, consoleRow{short(p.CreatedAt), p.Kind, p.ID, p.Method, p.Amount, p.Currency, p.Status})
	}
	return &page{Name: "console", Title: "Console", Body: body, live: true}, nil
}
