package kit

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
)

// ordered is what a shop asked to be paid, with which a tab's pages are compared; what is
// "" isn't.
type ordered struct {
	ID       string `json:"id"`
	Merchant string `json:"merchant"`
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
	Payee    string `json:"payee"`
}

// made are the orders of this process, by their ids, which are random: a status link says
// less than its order does, and a link may say anything else.
var made sync.Map

// Expect holds the tab's pages of an order against what the order says now. Every tab does
// so by itself: it is for pages that are to say another Amount, Currency or Payee.
func (b *Tab) Expect(o Order) {
	b.Observer.mu.Lock()
	defer b.Observer.mu.Unlock()
	b.Observer.means[o.ID] = o.ordered()
}

func (o Order) ordered() ordered {
	return ordered{o.ID, o.Link.Get("merchantCode"), o.Amount, o.Currency, o.Payee}
}

// opened are the orders whose links the tab opened, by their pages' path: /pay/{ref}.
func (o *Observer) opened() map[string]ordered {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := map[string]ordered{}
	for path, link := range o.led {
		id := link.Get("idPayin")
		if meant, ok := o.means[id]; ok {
			all[path] = meant
		} else if own, ok := made.Load(id); ok {
			all[path] = own.(ordered)
		} else {
			all[path] = ordered{id, link.Get("merchantCode"), link.Get("amount"), link.Get("currencyCode"), ""}
		}
	}
	return all
}

// ownPath is the part of a page's path that is its payment's own.
func ownPath(path string) string {
	parts := strings.SplitN(path, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// look is what is wrong with what the page shows, beside its hooks, its order and what the
// sandbox answered of that.
func (b *Tab) look() (faults []string, err error) {
	orders, err := json.Marshal(b.Observer.opened())
	if err != nil {
		return nil, err
	}
	type seen struct {
		Faults []string
		Order  ordered
		Said   json.RawMessage
	}
	found, err := Eval[seen](b, judged(fmt.Sprintf(`{order: (%s)[location.pathname.split("/").slice(0, 3).join("/")]}`, orders)))
	if err != nil || found.Said == nil {
		return found.Faults, err
	}
	told, _ := b.tellsOf(url.Values{"idPayin": {found.Order.ID}, "merchantCode": {found.Order.Merchant}})
	given, err := json.Marshal(map[string]any{"order": found.Order, "said": found.Said, "told": told})
	if err != nil {
		return found.Faults, err
	}
	return append(found.Faults, Ask[[]string](b, judged(string(given)))...), nil
}
