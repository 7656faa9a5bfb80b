package cli

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"payapp/apiclient"
	"payapp/internal/findings"
	"payapp/internal/query"
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
	if kind := notLink(text); kind != "" {
		return nil, usage("this is %s: the page takes a link, or the same parameters as a form, as application/x-www-form-urlencoded", kind)
	}
	link, err := url.Parse(strings.TrimSpace(text))
	if err != nil || link.Host == "" || link.Scheme != "https" && link.Scheme != "http" || link.RawQuery == "" {
		return nil, usage("no link: it begins with https:// (http:// beside a sandbox) and has parameters after a ?")
	}
	return link, nil
}

// notLink names what was given instead of a link: what a shop posts in another form.
func notLink(text string) string {
	switch text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")); {
	case strings.HasPrefix(text, "{"), strings.HasPrefix(text, "["):
		return "JSON"
	case strings.HasPrefix(text, "--"), strings.HasPrefix(strings.ToLower(text), "content-disposition:"):
		return "multipart/form-data"
	case strings.HasPrefix(text, "<"):
		return "HTML or XML"
	}
	return ""
}

// examine reads a link as the application does, and looks at more than it does.
func examine(link *url.URL, terms terms, now time.Time) linkFindings {
	f, raw := linkFindings{Link: "RedirectURL"}, link.RawQuery
	values := url.Values{}
	for p := range query.Pairs(raw) {
		values[p.Like] = append(values[p.Like], p.Loose)
	}
	f.behind(link.EscapedFragment())
	if strings.HasSuffix(link.Path, "/status") {
		f.Link = "status link"
		order, err := entry.CheckStatus(raw)
		f.Order = order
		own := []string{"idPayin", "token", "currencyCode", "amount", "lang"}
		f.misplaced(raw, own)
		f.ending(values, "idPayin", order.IDPayin)
		f.ending(values, "token", order.Token.Reveal())
		f.ending(values, "currencyCode", order.CurrencyCode)
		f.parameters(values, err, nil)
		f.unknown(values, terms, append(own, statusLinkEnd)...)
		f.token([]need{{"GET", "/payins/" + order.IDPayin, "the page can't say how the payment stands", findings.Fault}}, now)
		return f
	}
	rules := entry.Rules{AllowHTTP: link.Scheme == "http", Schemes: terms.schemes, IsField: terms.IsField}
	order, err := entry.Parse(rules, raw)
	f.Order = order
	rules.AllowHTTP = true
	_, ifHTTP := entry.Parse(rules, raw)
	f.misplaced(raw, sortedNames(ownParameters))
	f.parameters(values, err, ifHTTP)
	f.plus(order.Data)
	f.ending(values, "idPayin", order.IDPayin)
	f.ending(values, "token", order.Token.Reveal())
	f.unknown(values, terms)
	f.method(terms)
	f.token(needs(f.Order.IDPayin, terms.ReferencePath), now)
	return f
}

// behind reports parameters behind a #, which browsers keep to themselves: HTML's
// &#38; is one, too.
func (f *linkFindings) behind(fragment string) {
	for own := range ownParameters {
		if strings.Contains(fragment, own+"=") {
			f.add(findings.Fault, "fragment", "",
				"has parameters behind a #, which browsers don't send: a # in a value is written %23, and &#38; is HTML's &")
			return
		}
	}
}

// misplaced reports parameters that stand there in another spelling, optional ones,
// too, which nobody misses.
func (f *linkFindings) misplaced(raw string, own []string) {
	for _, name := range own {
		switch mend := entry.Misplaced(raw, name); {
		case mend == "":
		case strings.HasPrefix(mend, "&amp;"):
			f.add(findings.Fault, "html", name, "stands behind &amp;, which is HTML's & : the link was copied out of HTML")
		case strings.HasPrefix(mend, "¤"):
			f.add(findings.Fault, "html", name,
				"became "+mend[:strings.Index(mend, " ")]+": the link was shown as HTML, where &curren is a sign; write &amp; there")
		case strings.HasSuffix(mend, "→ "+name): // told where it stands
		default:
			f.add(findings.Fault, "encoding", name, "stands inside of another parameter: "+mend)
		}
	}
}

// ending reports a value of which the page takes only a part: the rest came from a mail
// program.
func (f *linkFindings) ending(values url.Values, name, taken string) {
	if given := values.Get(name); taken != "" && given != taken {
		f.add(findings.Warning, "ending", name,
			"has signs that don't belong to it, as mail programs take them into a link; the page leaves them out")
	}
}

// plus reports customer data in which a + became a space.
func (f *linkFindings) plus(data map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(data)) {
		value := data[name]
		before, _, address := strings.Cut(value, "@")
		switch {
		case address && strings.Contains(before, " "):
			f.add(findings.Fault, "space", name, "has a space before the @: was it a +, which is written %2B?")
		case strings.HasPrefix(value, " "):
			f.add(findings.Warning, "space", name, "begins with a space: was it a +, which is written %2B?")
		}
	}
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
		case known, strings.HasPrefix(name, "amp;") && ownParameters[strings.TrimPrefix(name, "amp;")]: // told already
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
