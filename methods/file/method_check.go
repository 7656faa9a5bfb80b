package file

import (
	"regexp"
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/language"

	"payapp/internal/links"
	"payapp/methods"
	"payapp/money"
)

var (
	chipForm    = regexp.MustCompile(`^[\p{L}0-9][\p{L}\p{M}0-9 ]{0,7}$`)
	countryForm = regexp.MustCompile(`^[A-Z]{2}$`)
)

// check is the row of the file's nth added method, with derived values. It notes
// what is wrong with it.
func (a added) check(r *reader, n int, currencies []money.Currency) methods.Method {
	m := a.row()
	fault := func(format string, args ...any) {
		r.fault(r.line("add", n), "add %s %s: "+format, append([]any{m.Code, m.Currency}, args...)...)
	}
	checkTags(r, a.Names, "add", n, "names")
	checkTags(r, a.Hints, "add", n, "hints")
	checkTags(r, a.Headings, "add", n, "headings")
	checkTags(r, a.Steps, "add", n, "steps")
	_, _, captions := builtInNames()
	if !codeForm.MatchString(m.Code) {
		fault("code: %q is no method code", m.Code)
	}
	if !knows(currencies, m.Currency) && !money.Known(m.Currency) {
		fault("currency: %q is unknown; list it under currencies", m.Currency)
	}
	if m.Country != "" && !countryForm.MatchString(m.Country) {
		fault("country: %q is no code of two capitals", m.Country)
	} else if m.Country != "" && phonenumbers.GetCountryCodeForRegion(m.Country) == 0 {
		fault("country: %q has no phone numbers; it says whose are taken", m.Country)
	}
	if !slices.Contains(methods.Presentations(), m.Presentation) {
		fault("presentation: %q is not one of %v", m.Presentation, methods.Presentations())
	}
	if !slices.Contains(operatorRules, m.Operator) {
		fault("operator: %q is not one of optional, required, where-listed", m.Operator)
	}
	if !slices.Contains(referenceRules, m.Reference) {
		fault("reference: %q is not one of required, unless-account", m.Reference)
	}
	if !captions[m.Caption] {
		fault("caption: %q is not one of %v", m.Caption, sorted(captions)[1:])
	}
	if m.Chip != "" && !chipForm.MatchString(m.Chip) {
		fault("chip: %q isn't up to 8 letters and digits", m.Chip)
	}
	if !slices.Contains([]methods.App{"", methods.AppBank, methods.AppUPI, methods.AppWallet}, m.App) || m.App != "" && m.AppName != "" {
		fault("app: %q is not one of bank, upi, wallet; an app with a name of its own has appName alone", m.App)
	}
	if m.Texts["en"].Name == "" || m.Texts["en"].Hint == "" {
		fault("names and hints need at least English (en)")
	}
	if m.Glyph == "" {
		m.Glyph = glyphOf[m.Presentation]
	}
	if !slices.Contains(glyphs, m.Glyph) {
		fault("glyph: %q is not one of %v", m.Glyph, glyphs)
	}
	for _, scheme := range m.AppSchemes {
		if !links.AppScheme(scheme) {
			fault("appSchemes: %q can't be one", scheme)
		}
	}
	for _, reason := range contradictions(m) {
		fault("%s", reason)
	}
	for i, f := range a.Fields {
		checkTags(r, f.Labels, "add", n, "fields", i, "labels")
		checkTags(r, f.Hints, "add", n, "fields", i, "hints")
	}
	checkFields(r, n, m)
	return m
}

// checkTags notes the keys of texts that name no language.
func checkTags[T any](r *reader, texts map[string]T, path ...any) {
	for tag := range texts {
		if _, err := language.Parse(tag); err != nil {
			r.fault(r.line(append(path, tag)...), "%q is no language tag", tag)
		}
	}
}

func checkFields(r *reader, n int, m methods.Method) {
	names, labels, _ := builtInNames()
	seen := map[string]bool{}
	for i := range m.Fields {
		f, line := &m.Fields[i], r.line("add", n, "fields", i)
		if !names[f.Name] {
			r.fault(line, "field name: %q is not one of %v", f.Name, sorted(names))
		}
		if seen[f.Name] {
			r.fault(line, "field %s is there twice", f.Name)
		}
		seen[f.Name] = true
		if group, _, structured := strings.Cut(f.Name, "."); structured {
			f.Group = group
		}
		if !slices.Contains(methods.Rules(), f.Rule) {
			r.fault(line, "field %s: rule: %q is not one of %v", f.Name, f.Rule, methods.Rules())
		}
		if !labels[labelOf(*f)] && f.Texts["en"].Name == "" {
			r.fault(line, "field %s: give labels in English (en) at least, or a label of %v", f.Name, sorted(labels))
		}
		if f.RequiredInGroup && (f.Group == "" || f.Required) {
			r.fault(line, "field %s: requiredInGroup is for an optional field of an object", f.Name)
		}
	}
	checkName(r, n, m)
}

// checkName ensures that a customerName is never sent without its last name,
// which the gateway would refuse.
func checkName(r *reader, n int, m methods.Method) {
	last, ok := m.Field("customerName.lastName")
	if ok && (last.Required || last.RequiredInGroup) {
		return
	}
	for i, f := range m.Fields {
		if f.Group == "customerName" {
			r.fault(r.line("add", n, "fields", i), "field %s: customerName.lastName goes with it, required or requiredInGroup", f.Name)
			return
		}
	}
}

// What a row of a file may name.
var (
	operatorRules = []methods.OperatorRule{
		methods.OperatorNone, methods.OperatorOptional, methods.OperatorRequired, methods.OperatorWhereListed,
	}
	referenceRules = []methods.ReferenceRule{methods.ReferenceNone, methods.ReferenceRequired, methods.ReferenceUnlessAccount}
	glyphs         = []methods.Glyph{
		methods.GlyphBank, methods.GlyphQR, methods.GlyphPhone, methods.GlyphStore, methods.GlyphCoins, methods.GlyphTransfer,
	}
)

// glyphOf is each presentation's default.
var glyphOf = map[methods.Presentation]methods.Glyph{
	methods.Redirect: methods.GlyphBank, methods.Approve: methods.GlyphPhone,
	methods.Phone: methods.GlyphPhone, methods.Transfer: methods.GlyphTransfer,
	methods.QR: methods.GlyphQR, methods.StoreCode: methods.GlyphStore,
	methods.VirtualAccount: methods.GlyphBank, methods.Crypto: methods.GlyphCoins,
}

// contradictions lists contradictions within a row.
func contradictions(m methods.Method) (reasons []string) {
	if m.ShowsQR && m.Presentation != methods.Transfer {
		reasons = append(reasons, "showsQR is for the presentation transfer")
	}
	if (m.ShowsRows || m.CopiesPayload || m.QRLink) && m.Presentation != methods.QR {
		reasons = append(reasons, "showsRows and copiesPayload are for the presentation qr")
	}
	if m.OpensApp && (m.Presentation != methods.QR || len(m.AppSchemes) == 0) {
		reasons = append(reasons, "opensApp is for the presentation qr, and needs appSchemes")
	}
	if m.RedirectFirst && m.Presentation == methods.Redirect {
		reasons = append(reasons, "redirectFirst is for presentations other than redirect")
	}
	if m.Reference != methods.ReferenceNone && (m.Presentation == methods.Redirect || m.RedirectFirst) {
		reasons = append(reasons, "reference is for methods that aren't paid at a bank's address: nobody would be asked there")
	}
	if _, asked := m.Field("accountNumber"); m.Reference == methods.ReferenceUnlessAccount && !asked {
		reasons = append(reasons, "reference: unless-account needs the field accountNumber")
	}
	return reasons
}
