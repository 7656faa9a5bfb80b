package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"payapp/apiclient"
	"payapp/internal/findings"
	"payapp/scenarios/entry"
)

// linkFindings are what is to be said of a link. A fault is what a customer would
// meet as a problem page, or what puts money at risk; a warning works, and may not be
// what was meant.
type linkFindings struct {
	Link   string
	Order  entry.Order
	Claims apiclient.Claims
	List   findings.List
}

// add adds a finding about a parameter; "" is the link as a whole. Its text may
// quote the link, which anybody can have written: nothing in it moves a terminal's
// cursor.
func (f *linkFindings) add(verdict findings.Verdict, code, parameter, text string) {
	f.List = append(f.List, findings.Finding{
		Name: findings.Printable(cmp.Or(parameter, "link")), Verdict: verdict, Code: code, Says: findings.Printable(text),
	})
}

// print writes the findings, the worst first. The token isn't among them.
func (f *linkFindings) print(w io.Writer, asJSON bool) error {
	worst := []findings.Verdict{findings.Fault, findings.Warning, findings.Well}
	slices.SortStableFunc(f.List, func(a, b findings.Finding) int {
		return slices.Index(worst, a.Verdict) - slices.Index(worst, b.Verdict)
	})
	if asJSON {
		return printJSON(w, f.asJSON())
	}
	if _, err := fmt.Fprintln(w, f.heading()); err != nil {
		return err
	}
	if err := f.List.Print(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "The gateway wasn't asked: this is what the link itself can tell.")
	return err
}

// heading is what the link is about, as far as it can be read.
func (f *linkFindings) heading() string {
	text := f.Link
	if f.Order.IDPayin != "" {
		text += " of payment " + f.Order.IDPayin
	}
	if !f.Order.Money.IsZero() {
		text += ", " + f.Order.Money.String()
	}
	if f.Order.MerchantCode != "" {
		text += ", merchant " + f.Order.MerchantCode
	}
	return text
}

// linkReport is the findings as JSON.
type linkReport struct {
	Link     string        `json:"link"` // RedirectURL or status link
	IDPayin  string        `json:"idPayin,omitempty"`
	Merchant string        `json:"merchantCode,omitempty"`
	Faults   int           `json:"faults"`
	Warnings int           `json:"warnings"`
	Findings findings.List `json:"findings"`
	Token    struct {
		ExpiresAt  time.Time `json:"expiresAt,omitzero"`
		Merchant   string    `json:"merchantCode,omitempty"`
		Amount     string    `json:"amount,omitempty"`
		Currency   string    `json:"currencyCode,omitempty"`
		Operations []string  `json:"operations"`
	} `json:"token"`
}

func (f *linkFindings) asJSON() linkReport {
	r := linkReport{
		Link: f.Link, IDPayin: f.Order.IDPayin, Merchant: f.Order.MerchantCode,
		Faults: f.List.Faults(), Warnings: f.List.Count(findings.Warning), Findings: append(findings.List{}, f.List...),
	}
	r.Token.ExpiresAt, r.Token.Merchant = f.Claims.ExpiresAt, f.Claims.MerchantCode
	r.Token.Operations = append([]string{}, f.Claims.Operations...)
	r.Token.Amount, r.Token.Currency = f.Claims.Money.Amount(), f.Claims.Money.Currency()
	return r
}
