package cli

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"payapp/apiclient"
	"payapp/internal/findings"
	"payapp/scenarios/entry"
)

// hasLink tells payapp check LINK from the check of the application itself, whose
// --replica takes addresses, too. A link has parameters, or comes from standard
// input.
func hasLink(args []string) bool {
	for i, argument := range args {
		address := strings.Contains(argument, "://") && !strings.HasPrefix(argument, "-") && (i == 0 || args[i-1] != "--replica")
		if argument == "-" || strings.Contains(argument, "?") || address {
			return true
		}
	}
	return false
}

// linkCheck says what is wrong with a RedirectURL or a status link. It asks
// nobody: what it knows, the link and its token say.
type linkCheck struct{ json, strict bool }

func newLinkCheck(flags *pflag.FlagSet) performer {
	c := &linkCheck{}
	flags.BoolVar(&c.strict, "strict", false, "warnings count as faults, too")
	flags.BoolVar(&c.json, "json", false, "print the findings as a JSON object")
	return c.perform
}

func (c *linkCheck) perform(_ context.Context, in invocation) error {
	terms, err := readTerms(in.environ)
	if err != nil {
		return usageError{err}
	}
	link, err := in.link()
	if err != nil {
		return err
	}
	found := examine(link, terms, time.Now())
	if err := found.print(in.Out, c.json); err != nil {
		return err
	}
	faults := found.List.Faults()
	if c.strict {
		faults += found.List.Count(findings.Warning)
	}
	if faults > 0 {
		return fmt.Errorf("%d at fault", faults)
	}
	return nil
}

// link is the one to check. It isn't repeated in errors: it has a token.
func (in invocation) link() (*url.URL, error) {
	text := in.argument
	switch {
	case text == "":
		return nil, usage("the link is missing, in quotes; - reads it from standard input")
	case text == "-":
		data, err := readFile("-", in.In)
		if err != nil {
			return nil, err
		}
		text = string(data)
	}
	link, err := url.Parse(strings.TrimSpace(text))
	if err != nil || link.Host == "" || link.Scheme != "https" && link.Scheme != "http" || link.RawQuery == "" {
		return nil, usage("no link: it begins with https:// (http:// beside a sandbox) and has parameters after a ?")
	}
	return link, nil
}

// examine reads a link as the application does, and looks at more than it does.
func examine(link *url.URL, terms terms, now time.Time) linkFindings {
	values, err := url.ParseQuery(link.RawQuery)
	f := linkFindings{Link: "RedirectURL"}
	switch {
	case strings.Contains(link.RawQuery, "&amp;"):
		f.add(findings.Fault, "html", "", "the link was copied out of HTML, where &amp; stands for &")
	case err != nil:
		f.add(findings.Fault, "encoding", "", "a % that encodes nothing, or a semicolon: encode each value (encodeURIComponent, url.Values)")
	}
	if strings.HasSuffix(link.Path, "/status") {
		f.Link = "status link"
		order, err := entry.ParseStatus(values)
		f.Order = entry.Order{IDPayin: order.IDPayin, Token: order.Token}
		f.parameters(values, err, nil)
		f.unknown(values, terms, "idPayin", "token", "currencyCode", "lang")
		f.token([]need{{"GET", "/payins/" + order.IDPayin, "the page can't say how the payment stands", findings.Fault}}, now)
		return f
	}
	rules := entry.Rules{AllowHTTP: link.Scheme == "http", Schemes: terms.schemes, IsField: terms.IsField}
	f.Order, err = entry.Parse(values, rules)
	rules.AllowHTTP = true
	_, ifHTTP := entry.Parse(values, rules)
	f.parameters(values, err, ifHTTP)
	f.unknown(values, terms)
	f.method(terms)
	f.token(needs(f.Order.IDPayin, terms.ReferencePath), now)
	return f
}

// method reports a method that the application doesn't have: its customer would
// only get an error page.
func (f *linkFindings) method(terms terms) {
	currency := f.Order.Money.Currency()
	if !terms.lack(f.Order.MethodCode, currency) {
		return
	}
	text := "the page has no method in this currency"
	if there := terms.Codes(currency); len(there) > 0 {
		text = "the page has no such method in " + currency + "; it has " + strings.Join(there, ", ")
	}
	f.add(findings.Fault, "not-offered", "paymentMethodCode", text)
}

// unknown reports parameters that the page ignores. only are those of a link
// that takes no others.
func (f *linkFindings) unknown(values url.Values, terms terms, only ...string) {
	for _, name := range sortedNames(values) {
		known := slices.Contains(only, name)
		if len(only) == 0 {
			known = ownParameters[name] || terms.IsField(name)
		}
		switch meant := sameLetters(name); {
		case known:
		case meant != "":
			f.add(findings.Fault, "misspelt", name, "is ignored: it is spelt "+meant)
		default:
			f.add(findings.Warning, "unknown", name, "is no parameter of this link, and is ignored")
		}
	}
}

// sameLetters is the parameter that differs from the name only in capitals; ""
// if there is none.
func sameLetters(name string) string {
	for own := range ownParameters {
		if own != name && strings.EqualFold(own, name) {
			return own
		}
	}
	return ""
}

// need is a call of the payment page, and what its customers miss without it.
type need struct {
	method, path, otherwise string
	verdict                 findings.Verdict
}

// needs are the calls of the payment page for a payment (interface.md,
// Authentication 7 and 9; the external reference is assumed).
func needs(idPayin, referencePath string) []need {
	payin := "/payins/" + idPayin
	if referencePath == "" {
		referencePath = apiclient.DefaultReferencePath
	}
	return []need{
		{"POST", "/payins/!availablePaymentOptions", "the page has nothing to choose from", findings.Fault},
		{"POST", payin, "nothing can be paid", findings.Fault},
		{"GET", payin, "the page can't say how the payment stands", findings.Fault},
		{"POST", payin + "/" + referencePath, "who pays by P2A_V2 or UPIQR can't send the bank's reference", findings.Warning},
		{"GET", "/merchant-info", "the page can't show your name", findings.Warning},
	}
}
