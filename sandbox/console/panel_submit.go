package console

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/rates"
)

// toPanel leads back to the panel.
func (c *Console) toPanel(query string) (*page.Page, error) {
	return &page.Page{To: "/console/panel" + query, JSON: c.panel()}, nil
}

// submitFault adds a rule.
func (c *Console) submitFault(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	scope, err := c.pattern(r)
	if err != nil {
		return nil, err
	}
	rule := faults.Rule{Kind: r.PostFormValue("kind"), Operation: r.PostFormValue("operation"), Merchant: scope.Merchant, ID: scope.ID}
	if rule.Percent, err = strconv.ParseFloat(r.PostFormValue("percent"), 64); err != nil || !(rule.Percent > 0 && rule.Percent <= 100) {
		return nil, page.BadRequest("The form field percent is no number above 0 and up to 100.")
	}
	if !slices.Contains(faults.Kinds, rule.Kind) {
		return nil, page.BadRequest("There is no such kind of fault, but " + strings.Join(faults.Kinds, ", ") + ".")
	}
	if err := c.checkOperation(rule.Operation); err != nil {
		return nil, err
	}
	if rule.Kind == faults.Latency {
		if rule.Delay, err = time.ParseDuration(r.PostFormValue("delay")); err != nil || rule.Delay <= 0 || rule.Delay > faults.MaxDelay {
			return nil, page.BadRequest("The form field delay is no duration such as 500ms, up to a minute.")
		}
	}
	if err := c.Faults.Add(r.Context(), rule); err != nil {
		return nil, err
	}
	return c.toPanel("")
}

// removeFaults removes one rule, or all.
func (c *Console) removeFaults(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	remove := c.Faults.RemoveAll
	if text := r.PostFormValue("index"); text != "all" {
		index, bad := strconv.Atoi(text)
		if bad != nil {
			return nil, page.BadRequest("The form field index is neither a number nor all.")
		}
		remove = func(ctx context.Context) error { return c.Faults.Remove(ctx, index) }
	}
	if err := remove(r.Context()); err != nil {
		return nil, err
	}
	return c.toPanel("")
}

// submitClock moves the clock for everything that exists, or for what one
// merchant or one payment has.
func (c *Console) submitClock(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	scope, err := c.scope(r)
	if err != nil {
		return nil, err
	}
	by, err := time.ParseDuration(r.PostFormValue("by"))
	if err != nil || by <= 0 || by > 366*24*time.Hour {
		return nil, page.BadRequest("The form field by is no duration such as 15m, up to a year.")
	}
	if err := c.Process.MoveClock(r.Context(), scope, by); err != nil {
		return nil, err
	}
	return c.toPanel("?moved=" + by.String())
}

// mostRate is the highest limit, in requests a second.
const mostRate = 100_000

// submitRate gives a merchant, or one payment of it, a limit of its own; 0 takes
// it away.
func (c *Console) submitRate(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	scope, err := c.scope(r)
	if err != nil {
		return nil, err
	}
	if scope.Merchant == "" {
		return nil, page.BadRequest("The field merchantCode is missing: PAYAPP_SANDBOX_RATE is everybody's limit.")
	}
	limit, err := strconv.Atoi(r.PostFormValue("perSecond"))
	if err != nil || limit < 0 || limit > mostRate {
		return nil, page.BadRequest("The field perSecond is no whole number up to " + strconv.Itoa(mostRate) + ".")
	}
	if err := c.Rates.Set(r.Context(), rates.Limit{Merchant: scope.Merchant, ID: scope.ID, Limit: limit}); err != nil {
		return nil, err
	}
	return c.toPanel("")
}
