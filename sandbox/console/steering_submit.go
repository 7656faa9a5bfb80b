package console

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"payapp/money"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/steering"
)

type steeringPage struct {
	Rules     []steering.Rule
	Merchants []string
	Presets   []preset
	Outcomes  []directive.Outcome
}

// Begun is a preset's rule that is in force, nil if none is.
func (p steeringPage) Begun(name string) *steering.Rule {
	if i := slices.IndexFunc(p.Rules, func(r steering.Rule) bool { return r.Preset == name }); i >= 0 {
		return &p.Rules[i]
	}
	return nil
}

// steeringView is the page for programs.
type steeringView struct {
	Rules   []steering.Rule `json:"rules"`
	Presets []presetView    `json:"presets"`
}

// presetView is a preset for programs.
type presetView struct {
	Name string `json:"name"`
	Says string `json:"says"`
}

// showSteering shows the rules that steer orders besides their ids.
func (c *Console) showSteering(http.ResponseWriter, *http.Request) (*page.Page, error) {
	body := steeringPage{Rules: c.Steering.List(), Merchants: c.Merchants.Codes(), Presets: presets, Outcomes: directive.Outcomes}
	return &page.Page{Name: "steering", Title: "Steering", Body: body, JSON: c.steering()}, nil
}

func (c *Console) steering() steeringView {
	view := steeringView{Rules: append([]steering.Rule{}, c.Steering.List()...), Presets: []presetView{}}
	for _, p := range presets {
		view.Presets = append(view.Presets, presetView{p.Name, p.Says})
	}
	return view
}

func (c *Console) toSteering() (*page.Page, error) {
	return &page.Page{To: "/console/steering", JSON: c.steering()}, nil
}

// submitSteering adds a rule. Programs get it with its number.
func (c *Console) submitSteering(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	rule, err := c.readRule(r)
	if err != nil {
		return nil, err
	}
	if rule, err = c.Steering.Add(r.Context(), rule); errors.Is(err, steering.ErrTooMany) {
		return nil, page.BadRequest("No rule was added: " + err.Error() + ".")
	}
	if err != nil {
		return nil, err
	}
	return &page.Page{To: "/console/steering", JSON: rule}, nil
}

func (c *Console) readRule(r *http.Request) (steering.Rule, error) {
	value := func(name string) string { return strings.TrimSpace(r.PostFormValue(name)) }
	rule := steering.Rule{
		Merchant: value("merchantCode"), ID: value("idPayin"), Amount: value("amount"), Currency: value("currencyCode"), Name: value("name"),
	}
	for _, text := range append(r.PostForm["outcome"], r.PostForm["steering"]...) {
		for _, words := range strings.Fields(text) {
			rule.Words = append(rule.Words, "~"+strings.TrimPrefix(words, "~"))
		}
	}
	if _, ok := c.Merchants.ByCode(rule.Merchant); !ok && rule.Merchant != "" {
		return rule, page.BadRequest("There is no such merchant.")
	}
	if rule.Currency != "" && !money.Known(rule.Currency) {
		return rule, page.BadRequest("There is no such currency.")
	}
	if _, err := strconv.ParseFloat(rule.Amount, 64); err != nil && rule.Amount != "" {
		return rule, page.BadRequest("The field amount is no number such as 1234.50; the currency has a field of its own.")
	}
	if len(rule.ID)+len(rule.Name)+len(rule.Amount) > 300 || len(rule.Words) > 20 {
		return rule, page.BadRequest("The rule is too long.")
	}
	var err error
	if text := value("times"); text != "" {
		if rule.Times, err = strconv.Atoi(text); err != nil || rule.Times < 0 {
			return rule, page.BadRequest("The field times is no whole number.")
		}
	}
	if wrong := rule.Check(); wrong != "" {
		return rule, page.BadRequest("The field steering can't be used: " + wrong + ".")
	}
	return rule, nil
}

// removeSteering removes one rule, or all. Orders that it has steered stay so.
func (c *Console) removeSteering(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	gone := func(steering.Rule) bool { return true }
	if text := r.PostFormValue("id"); text != "all" {
		seq, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, page.BadRequest("The field id is neither a rule's number nor all.")
		}
		gone = func(rule steering.Rule) bool { return rule.Seq == seq }
	}
	if err := c.Steering.Remove(r.Context(), gone); err != nil {
		return nil, err
	}
	return c.toSteering()
}
