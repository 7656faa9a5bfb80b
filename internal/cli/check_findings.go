package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/internal/findings"
	"payapp/scenarios/entry"
)

// How bad a finding is.
const (
	levelWrong = "wrong" // a customer meets a problem page, or money is at risk
	levelDoubt = "doubt" // it works, and may not be what was meant
	levelFine  = "fine"
)

// finding is one thing about a link.
type finding struct {
	Level string `json:"level"`
	Code  string `json:"code"`
	// About is the parameter; "" is the link as a whole.
	About string `json:"about,omitempty"`
	Text  string `json:"text"`
}

// linkFindings are what is to be said of a link.
type linkFindings struct {
	Link   string
	Order  entry.Order
	Claims apiclient.Claims
	List   []finding
}

// add adds a finding. Its text may quote the link, which anybody can have
// written: nothing in it moves a terminal's cursor.
func (f *linkFindings) add(level, code, about, text string) {
	f.List = append(f.List, finding{level, code, findings.Printable(about), findings.Printable(text)})
}

func (f *linkFindings) count(level string) (n int) {
	for _, finding := range f.List {
		if finding.Level == level {
			n++
		}
	}
	return n
}

// print writes the findings, the worst first. The token isn't among them.
func (f *linkFindings) print(w io.Writer, asJSON bool) error {
	var sorted []finding
	for _, level := range []string{levelWrong, levelDoubt, levelFine} {
		for _, finding := range f.List {
			if finding.Level == level {
				sorted = append(sorted, finding)
			}
		}
	}
	if asJSON {
		return printJSON(w, f.asJSON(sorted))
	}
	var text strings.Builder
	fmt.Fprintln(&text, f.heading())
	for _, finding := range sorted {
		fmt.Fprintf(&text, "%-6s", finding.Level)
		if finding.About != "" {
			fmt.Fprintf(&text, "%s ", finding.About)
		}
		fmt.Fprintln(&text, finding.Text)
	}
	if f.count(levelWrong)+f.count(levelDoubt) == 0 {
		fmt.Fprintln(&text, "Nothing is wrong that the link itself can tell. The gateway wasn't asked.")
	}
	_, err := io.WriteString(w, text.String())
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
	Link     string    `json:"link"` // RedirectURL or status link
	IDPayin  string    `json:"idPayin,omitempty"`
	Merchant string    `json:"merchantCode,omitempty"`
	Wrong    int       `json:"wrong"`
	Doubts   int       `json:"doubts"`
	Findings []finding `json:"findings"`
	Token    struct {
		ExpiresAt  time.Time `json:"expiresAt,omitzero"`
		Merchant   string    `json:"merchantCode,omitempty"`
		Amount     string    `json:"amount,omitempty"`
		Currency   string    `json:"currencyCode,omitempty"`
		Operations []string  `json:"operations"`
	} `json:"token"`
}

func (f *linkFindings) asJSON(sorted []finding) linkReport {
	r := linkReport{
		Link: f.Link, IDPayin: f.Order.IDPayin, Merchant: f.Order.MerchantCode,
		Wrong: f.count(levelWrong), Doubts: f.count(levelDoubt), Findings: append([]finding{}, sorted...),
	}
	r.Token.ExpiresAt, r.Token.Merchant = f.Claims.ExpiresAt, f.Claims.MerchantCode
	r.Token.Operations = append([]string{}, f.Claims.Operations...)
	r.Token.Amount, r.Token.Currency = f.Claims.Money.Amount(), f.Claims.Money.Currency()
	return r
}
