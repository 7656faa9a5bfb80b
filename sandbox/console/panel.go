package console

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/page"
)

type faultPage struct {
	Rules      []faults.Rule
	Kinds      []string
	Operations []string
	Calm       bool
	Now        time.Time
	Moved      string // by the form just sent
	Moves      []string
}

// clockMoves are the steps that the panel offers.
var clockMoves = []string{"1m", "5m", "15m", "30m", "1h", "24h", "72h"}

// showPanel shows the forms for faults and for the clock.
func (c *Console) showPanel(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	body := faultPage{
		Rules: c.Faults.List(), Kinds: faults.Kinds, Operations: c.Operations, Calm: c.Calm, Moves: clockMoves, Now: c.Clock.Now(),
	}
	if by, err := time.ParseDuration(r.FormValue("moved")); err == nil {
		body.Moved = by.String()
	}
	return &page.Page{Name: "panel", Title: "Faults and time", Body: body}, nil
}

// submitFault adds a rule.
func (c *Console) submitFault(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	rule := faults.Rule{Kind: r.PostFormValue("kind"), Operation: r.PostFormValue("operation")}
	var err error
	if rule.Percent, err = strconv.ParseFloat(r.PostFormValue("percent"), 64); err != nil || !(rule.Percent > 0 && rule.Percent <= 100) {
		return nil, page.BadRequest("The form field percent is no number above 0 and up to 100.")
	}
	if !slices.Contains(faults.Kinds, rule.Kind) || rule.Operation != "" && !slices.Contains(c.Operations, rule.Operation) {
		return nil, page.BadRequest("There is no such kind of fault, or no such operation.")
	}
	if rule.Kind == faults.Latency {
		if rule.Delay, err = time.ParseDuration(r.PostFormValue("delay")); err != nil || rule.Delay <= 0 || rule.Delay > faults.MaxDelay {
			return nil, page.BadRequest("The form field delay is no duration such as 500ms, up to a minute.")
		}
	}
	if err := c.Faults.Add(r.Context(), rule); err != nil {
		return nil, err
	}
	page.SeeOther(w, r, "/console/panel")
	return nil, nil
}

// removeFaults removes one rule, or all.
func (c *Console) removeFaults(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
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
	page.SeeOther(w, r, "/console/panel")
	return nil, nil
}

// submitClock moves the clock for everything that exists.
func (c *Console) submitClock(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	by, err := time.ParseDuration(r.PostFormValue("by"))
	if err != nil || by <= 0 || by > 366*24*time.Hour {
		return nil, page.BadRequest("The form field by is no duration such as 15m, up to a year.")
	}
	if err := c.Process.MoveClock(r.Context(), by); err != nil {
		return nil, err
	}
	page.SeeOther(w, r, "/console/panel?moved="+by.String())
	return nil, nil
}
