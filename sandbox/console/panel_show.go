package console

import (
	"net/http"
	"time"

	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/rates"
)

type panelPage struct {
	Rules      []faults.Rule
	Kinds      []string
	Operations []string
	Merchants  []string
	Calm       bool
	Now        time.Time
	Moved      string // by the form just sent
	Steps      []string
	Moves      []clock.Moved
	UsualRate  int
	Rates      []rates.Limit
}

// panelView is the panel for programs.
type panelView struct {
	Now       string        `json:"now"`
	Calm      bool          `json:"calm"`
	Strict    bool          `json:"strict"`
	App       string        `json:"paymentApp"` // to which the shop's links lead
	Faults    []faultView   `json:"faults"`
	UsualRate int           `json:"usualPerSecond"`
	Rates     []rates.Limit `json:"rates"`
	Moves     []clock.Moved `json:"moves"`
}

// faultView is a rule for programs. The index removes it.
type faultView struct {
	Index     int     `json:"index"`
	Kind      string  `json:"kind"`
	Operation string  `json:"operation,omitempty"`
	Percent   float64 `json:"percent"`
	Delay     string  `json:"delay,omitempty"`
	Merchant  string  `json:"merchantCode,omitempty"`
	ID        string  `json:"idPayin,omitempty"`
	Preset    string  `json:"preset,omitempty"`
}

// clockSteps are the moves that the panel offers.
var clockSteps = []string{"1m", "5m", "15m", "30m", "1h", "24h", "72h"}

// showPanel shows the forms for faults, for the clock and for rates.
func (c *Console) showPanel(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	body := panelPage{
		Rules: c.Faults.List(), Kinds: faults.Kinds, Operations: c.Operations, Merchants: c.Merchants.Codes(), Calm: c.Calm,
		Steps: clockSteps, Moves: c.Clock.Moves(), Now: c.Clock.Now(), UsualRate: c.Rates.Usual(), Rates: c.Rates.List(),
	}
	if by, err := time.ParseDuration(r.FormValue("moved")); err == nil {
		body.Moved = by.String()
	}
	return &page.Page{Name: "panel", Title: "Faults and time", Body: body, JSON: c.panel()}, nil
}

func (c *Console) panel() panelView {
	view := panelView{
		Now: answers.Time(c.Clock.Now()), Calm: c.Calm, Strict: c.Shop.Strict, App: c.Shop.App(), Faults: []faultView{},
		UsualRate: c.Rates.Usual(), Rates: c.Rates.List(), Moves: c.Clock.Moves(),
	}
	for i, r := range c.Faults.List() {
		f := faultView{Index: i, Kind: r.Kind, Operation: r.Operation, Percent: r.Percent, Merchant: r.Merchant, ID: r.ID, Preset: r.Preset}
		if r.Delay > 0 {
			f.Delay = r.Delay.String()
		}
		view.Faults = append(view.Faults, f)
	}
	return view
}
