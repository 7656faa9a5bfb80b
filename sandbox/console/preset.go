package console

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/steering"
)

// preset is rules with one name.
type preset struct {
	Name, Says string
	steering   []steering.Rule
	faults     []faults.Rule
}

// each steers every order by the words in turn.
func each(words ...string) []steering.Rule { return []steering.Rule{{Words: words}} }

// presets are what one wants to see a shop survive, and the amounts and names
// that steer in other gateways' sandboxes.
var presets = []preset{
	{
		Name: "a bad day", Says: "slow answers, 429, 503, lost answers and cut connections, and callbacks that come twice, late or out of order",
		steering: each("~callback-twice", "~callback-late@10s", "~callback-swapped", "~callback-unknown"),
		faults: []faults.Rule{
			{Kind: faults.Latency, Percent: 20, Delay: 2 * time.Second}, {Kind: faults.Reset, Percent: 3},
			{Kind: faults.Busy, Percent: 10}, {Kind: faults.Down, Percent: 10}, {Kind: faults.Lost, Operation: "payin-create", Percent: 20},
		},
	},
	{Name: "lost answers", Says: "every first creation is accepted, and its answer lost", steering: each("~lost")},
	{
		Name: "slow bank", Says: "a payment that was made takes a minute until SUCCESS, and every second answer two seconds",
		steering: each("~processing@1m"), faults: []faults.Rule{{Kind: faults.Latency, Percent: 50, Delay: 2 * time.Second}},
	},
	{Name: "expired", Says: "every payment expires after ten seconds", steering: each("~expires@10s")},
	{
		Name: "partial, late and wrong amounts", Says: "in turn: half is paid, it is paid after the deadline, another amount is paid",
		steering: each("~paid-partial", "~paid-late", "~paid-wrong"),
	},
	{
		Name: "unruly callbacks",
		Says: "in turn: twice, never, late, before the answer, out of order, also about an unknown id, to a wrong address",
		steering: each("~callback-twice", "~callback-never", "~callback-late", "~callback-first",
			"~callback-swapped", "~callback-unknown", "~callback-astray"),
	},
	{
		Name: "amounts and names", Says: "4000 succeeds, 4001 is refused, 4002 failed, 4003 cancelled, 4004 expires, 4005 loses its answer; " +
			"and so do customers named SUCCESS, REFUSED, FAILED, CANCELED, EXPIRED and LOST",
		steering: []steering.Rule{
			{Amount: "4000", Words: []string{"~success"}}, {Name: "SUCCESS", Words: []string{"~success"}},
			{Amount: "4001", Words: []string{"~refused"}}, {Name: "REFUSED", Words: []string{"~refused"}},
			{Amount: "4002", Words: []string{"~failed-security"}}, {Name: "FAILED", Words: []string{"~failed-security"}},
			{Amount: "4003", Words: []string{"~canceled"}}, {Name: "CANCELED", Words: []string{"~canceled"}},
			{Amount: "4004", Words: []string{"~expires"}}, {Name: "EXPIRED", Words: []string{"~expires"}},
			{Amount: "4005", Words: []string{"~lost~success"}}, {Name: "LOST", Words: []string{"~lost~success"}},
		},
	},
}

func presetByName(name string) (preset, error) {
	names := make([]string, 0, len(presets))
	for _, p := range presets {
		if p.Name == name {
			return p, nil
		}
		names = append(names, strconv.Quote(p.Name))
	}
	return preset{}, page.BadRequest("There is no preset of this name, but " + strings.Join(names, ", ") + ".")
}

// submitPreset adds a preset's rules, for one merchant or payment or for all,
// and for all orders or the next few.
func (c *Console) submitPreset(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	p, err := presetByName(r.PostFormValue("name"))
	if err != nil {
		return nil, err
	}
	scope, err := c.pattern(r)
	if err != nil {
		return nil, err
	}
	times := 0
	if text := r.PostFormValue("times"); text != "" {
		if times, err = strconv.Atoi(text); err != nil || times < 0 {
			return nil, page.BadRequest("The field times is no whole number.")
		}
	}
	if err := c.removePreset(r, p, scope.Merchant, scope.ID); err != nil { // once is enough
		return nil, err
	}
	for _, rule := range p.steering {
		rule.Merchant, rule.ID, rule.Times, rule.Preset = scope.Merchant, scope.ID, times, p.Name
		if _, err := c.Steering.Add(r.Context(), rule); err != nil {
			return nil, err
		}
	}
	for _, rule := range p.faults {
		rule.Merchant, rule.ID, rule.Preset = scope.Merchant, scope.ID, p.Name
		if err := c.Faults.Add(r.Context(), rule); err != nil {
			return nil, err
		}
	}
	return c.toSteering()
}

// endPreset removes a preset's rules for the merchant or payment that it was
// added for.
func (c *Console) endPreset(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	p, err := presetByName(r.PostFormValue("name"))
	if err != nil {
		return nil, err
	}
	scope, err := c.pattern(r)
	if err != nil {
		return nil, err
	}
	if err := c.removePreset(r, p, scope.Merchant, scope.ID); err != nil {
		return nil, err
	}
	return c.toSteering()
}

func (c *Console) removePreset(r *http.Request, p preset, merchant, id string) error {
	if err := c.Faults.RemovePreset(r.Context(), p.Name, merchant, id); err != nil {
		return err
	}
	return c.Steering.Remove(r.Context(), func(rule steering.Rule) bool {
		return rule.Preset == p.Name && rule.Merchant == merchant && rule.ID == id
	})
}
