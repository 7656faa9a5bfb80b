package api

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/steering"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// garbage is an answer that isn't JSON.
type garbage string

const garbagePage garbage = "<!doctype html><title>Gateway</title><p>It works!</p>"

// steeredCalls is how many calls of each operation the directives busy and down
// refuse.
const steeredCalls = 2

// steer applies the directives of a payment's id. An answer or an error ends
// the call. If the path has no id, the token's payment is used, so that
// directives work on the option list too.
func (a *API) steer(e endpoint, c *call) (any, error) {
	if c.id == "" {
		c.id = token.Payment(c.claims.Operations)
		if e.name != "options" {
			c.id = ""
		}
	}
	if wire.ValidID(c.id) {
		var err error
		if c.steering, err = a.Steering.Of(c.Context(), subjectOf(c)); err != nil {
			return nil, err
		}
	}
	if c.steering != "" {
		c.note(c.steering + ": steers this payment besides its id")
	}
	c.directives = directive.Parse(c.id + c.steering)
	d := c.directives
	if d.Slow > 0 {
		c.note("~slow: the answer was held back for " + d.Slow.String())
		a.delay(c.Context(), d.Slow)
	}
	if d.Unauthorized {
		e := unauthorized("token", "the token is missing, malformed, expired or not ours", "").directed("unauthorized")
		return nil, e
	}
	if d.Busy || d.Down {
		n, err := a.Store.Count(c.Context(), e.name+"/"+c.merchant.Code+"/"+c.id)
		if err != nil {
			return nil, err
		}
		if n < steeredCalls && d.Down {
			return nil, errDown.directed("down")
		}
		if n < steeredCalls {
			return nil, busy(n)
		}
	}
	if d.Limit && e.name == "options" {
		return nil, faulty(body.Fault{Path: "money.amount", Reason: body.OutOfRange, What: "is below what any method takes"}).directed("limit")
	}
	if d.Garbage && c.Method == http.MethodGet {
		c.note("~garbage: the answer is HTML")
		return garbagePage, nil
	}
	return nil, nil
}

// keptName is how much of a name is compared, in bytes.
const keptName = 256

// subjectOf is what rules compare. A creation's body is read before it is
// checked, so what doesn't fit counts as absent.
func subjectOf(c *call) steering.Subject {
	of := steering.Subject{Merchant: c.merchant.Code, Kind: cmp.Or(c.kind, store.Payin), ID: c.id}
	if c.claims.Money != nil {
		of.Amount, of.Currency = c.claims.Money.Bare(), c.claims.Money.Currency()
	}
	if c.operation != "payin-create" && c.operation != "payout-create" {
		return of
	}
	var body struct {
		Requested struct {
			Money struct {
				Amount   json.Number `json:"amount"`
				Currency string      `json:"currencyCode"`
			} `json:"money"`
		} `json:"paymentRequested"`
		Method struct {
			Account struct {
				Name string `json:"accountName"`
			} `json:"account"`
			Customer struct {
				First string `json:"firstName"`
				Last  string `json:"lastName"`
			} `json:"customerName"`
		} `json:"paymentMethod"`
	}
	if json.Unmarshal(c.body, &body) != nil {
		return of
	}
	of.Amount, of.Currency = body.Requested.Money.Amount.String(), body.Requested.Money.Currency
	of.Name = cmp.Or(body.Method.Account.Name, strings.TrimSpace(body.Method.Customer.First+" "+body.Method.Customer.Last))
	of.Name = of.Name[:min(len(of.Name), keptName)]
	return of
}

// busy is a 429. The second one has a Retry-After: the interface doesn't
// promise one, but a gateway may send it.
func busy(n int) *apiError {
	e := errTooMany.directed("busy")
	if n > 0 {
		e.retryAfter = "1"
	}
	return e
}

// directed is the refusal as a directive asks for it.
func (e *apiError) directed(word string) *apiError {
	asked := *e
	asked.check, asked.reason = "directive", "~"+word+" steers this payment: "+e.body.Message
	asked.remedy = "The refusal is on purpose; another id, or another rule in the console, has none."
	return &asked
}

// unknownHeader lists an order id's unknown directives, in every answer about
// it.
const unknownHeader = "X-Sandbox-Unknown-Directive"

// contradictionHeader names two directives of an order id that can't both be meant, before
// the creation is refused for them.
const contradictionHeader = "X-Sandbox-Contradiction"

// reportUnknown reports possibly misspelt directives in the header and the log.
// The call itself is answered as usual, since an id may contain anything.
func (a *API) reportUnknown(header http.Header, c *call) {
	if both := directive.Contradiction(c.id); both != "" {
		header.Set(contradictionHeader, both)
	}
	unknown := directive.Unknown(c.id + c.steering)
	if len(unknown) == 0 || !wire.ValidID(c.id) {
		return
	}
	header.Set(unknownHeader, strings.Join(unknown, " "))
	if c.Method == http.MethodPost && !mark.IsLooking(c.Context()) {
		a.Logger.WarnContext(c.Context(), "sandbox: unknown directive", "id", c.id, "unknown", unknown, "path", c.URL.Path)
	}
}

// delay holds an answer back.
func (a *API) delay(ctx context.Context, d time.Duration) {
	a.Sleep(ctx, min(d, faults.MaxDelay))
}
