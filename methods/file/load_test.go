package file

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"payapp/methods"
	"payapp/methods/mark"
	"payapp/money"
)

const exampleFile = "../../docs/catalogue-example.yaml"

func TestExampleFile(t *testing.T) {
	c, err := LoadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.RedirectProperty; got != "bankRedirect.url" {
		t.Errorf("redirect property %s", got)
	}
	if got := c.ReferencePath; got != "external-reference" {
		t.Errorf("reference path %s", got)
	}
	if diff := cmp.Diff([]money.Currency{
		{Code: "EURC", MinorUnits: 6}, {Code: "SEK", MinorUnits: 2, Sign: "kr", SignShared: true, Zone: "Europe/Stockholm", Language: "sv"},
	}, c.AddedCurrencies); diff != "" {
		t.Error(diff)
	}
	for _, gone := range [][2]string{{"UPI_COLLECT", "INR"}, {"ONLINE", "NAD"}, {"FPX", "MYR"}} {
		if _, ok := c.Find(gone[0], gone[1]); ok {
			t.Errorf("%v is still there", gone)
		}
	}

	fpx, ok := c.Find("FPX_B2C", "MYR")
	if !ok || fpx.NameKey() != "method.FPX.name" || len(fpx.Fields) != 1 {
		t.Errorf("renamed: %v, %+v", ok, fpx)
	}
	insta, ok := c.Find("INSTAPAY", "PHP")
	if !ok || insta.Texts["fil"].Hint != "Magpapatuloy ka sa iyong bangko" || insta.Operator != methods.OperatorRequired || insta.Glyph != methods.GlyphBank {
		t.Errorf("added: %v, %+v", ok, insta)
	}
	values, problems := insta.CheckAll(map[string]string{"accountName": "Juan", "phoneNumber": "0917 123 4567"})
	if diff := cmp.Diff(map[string]string{"accountName": "Juan", "phoneNumber": "+639171234567"}, values); diff != "" || len(problems) > 0 {
		t.Errorf("%v\n%s", problems, diff)
	}
	pix, _ := c.Find("PIX_COBRANCA", "BRL")
	if f, ok := pix.Field("taxId"); !ok || f.Texts["pt-BR"].Name != "CPF" || f.Texts["pt-BR"].Hint != "11 dígitos" || pix.Glyph != methods.GlyphQR {
		t.Errorf("added: %v, %+v", ok, pix)
	}
	bank, _ := c.Find("BANK_APP_QR", "MYR")
	if !bank.LinkAllowed("maybank2u://pay?x=1", false) || !bank.NeedsReference(nil) {
		t.Errorf("added: %+v", bank)
	}
	if promptPay, _ := c.Find("PROMPTPAY", "THB"); promptPay.Mark.ViewBox() != "0 0 40 24" || promptPay.Mark.Shapes() == "" || insta.Chip != "InstaPay" {
		t.Errorf("marks: %+v, chip %q", promptPay.Mark, insta.Chip)
	}
	if _, ok := c.Find("STABLECOIN", "EURC"); !ok {
		t.Error("the method in the added currency is missing")
	}
	if got, want := len(c.All()), len(methods.Default().All())-2+5; got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
}

// A file doesn't change the built-in catalogue.
func TestFileLeavesDefaultAlone(t *testing.T) {
	rows := len(methods.Default().All())
	if _, err := LoadFile(exampleFile); err != nil {
		t.Fatal(err)
	}
	if m, ok := methods.Default().Find("FPX", "MYR"); !ok || m.Messages != "FPX" || len(methods.Default().All()) != rows {
		t.Errorf("the built-in catalogue has changed: %+v", m)
	}
}

// A file spans two releases: one that lacks what it adds and has what it hides,
// and one in which the method is built in and the other is gone.
func TestAFileSpansReleases(t *testing.T) {
	const add = `"add": [{"code": "QRPH", "currency": "PHP", "presentation": "redirect", "names": {"en": "QR Ph"}, "hints": {"en": "x"}}]`
	rows := len(methods.Default().All())
	for content, warnings := range map[string][]string{
		"{" + add + "}": nil,
		`{"hide": [{"code": "QRPH"}], ` + add + "}":                                                        nil,
		"{\n" + `"hide": [{"code": "GONE"},` + "\n" + `{"code": "QRPH", "currency": "EUR"}], ` + add + "}": {"line 2: hide: there is no method GONE", "line 3: hide: there is no method QRPH EUR"},
	} {
		c, err := Load(strings.NewReader(content))
		if err != nil {
			t.Errorf("%s: %v", content, err)
			continue
		}
		if m, _ := c.Find("QRPH", "PHP"); m.Presentation != methods.Redirect || m.Texts["en"].Name != "QR Ph" || len(c.All()) != rows {
			t.Errorf("%s: %d rows, %+v", content, len(c.All()), m)
		}
		if diff := cmp.Diff(warnings, c.Warnings); diff != "" {
			t.Errorf("%s: %s", content, diff)
		}
	}
}

// A file doesn't contradict itself: what it adds or renames, it doesn't add again.
func TestAFileHasAMethodOnce(t *testing.T) {
	const row = "- {code: %s, currency: MYR, presentation: redirect, names: {en: x}, hints: {en: x}}\n"
	for content, line := range map[string]string{
		"add:\n" + fmt.Sprintf(row+row, "NEW", "NEW"):                              "line 3: ",
		"rename: [{code: FPX, to: FPX_B2C}]\nadd:\n" + fmt.Sprintf(row, "FPX_B2C"): "line 3: ",
	} {
		if _, err := Load(strings.NewReader(content)); err == nil || !strings.HasPrefix(err.Error(), line) || !strings.HasSuffix(err.Error(), "is there already") {
			t.Errorf("%s: got %v", content, err)
		}
	}
}

func TestFilesWithoutChanges(t *testing.T) {
	for _, content := range []string{"", "# nothing\n", "{}", "add: []\nhide: []\n"} {
		c, err := Load(strings.NewReader(content))
		if err != nil || len(c.All()) != len(methods.Default().All()) {
			t.Errorf("%q: %v", content, err)
		}
	}
}

// A gateway's own words map only to known ones.
func TestStatusWordsOfAFile(t *testing.T) {
	c, err := Load(strings.NewReader("statusWords: {paid: SUCCESS, VOIDED: CANCELED}"))
	if err != nil || c.StatusWords["PAID"] != "SUCCESS" || c.StatusWords["VOIDED"] != "CANCELED" {
		t.Fatalf("%v: %v", err, c)
	}
	for _, bad := range []string{"{PAID: DONE}", "{SUCCESS: FAILED}", "{PAID: SUCCESS, paid: FAILED}", "{'no word': FAILED}", "[PAID]", "{PAID: [SUCCESS]}"} {
		if _, err := Load(strings.NewReader("statusWords: " + bad)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// Every fault is listed, with its line.
func TestFaults(t *testing.T) {
	const file = `redirectProperty: "a b"
referencePath: ../payouts
colour: red
currencies:
  - {code: THB, minorUnits: 3}
  - {code: eurc, minorUnits: 2}
  - {code: EURC, minorUnits: 99}
  - {code: GOLD, minorUnits: many}
hide:
  - code: [NOTHING]
rename:
  - {code: NOTHING, to: SOMETHING}
  - {code: DUITNOW, to: DUITNOW_QR}
  - {code: FPX, to: ONLINE}
  - {code: QRPH, to: "qr ph"}
add: 
  - code: DUITNOW_QR
    currency: MYR
    presentation: redirect
    names: {en: x}
    hints: {en: x}
  - code: bad code
    currency: XYZ
    country: Thailand
    presentation: fax
    operator: maybe
    reference: sometimes
    caption: pixel
    glyph: unicorn
    names: {"not a language": x}
    appSchemes: [javascript, "b c"]
    showsQR: true
    opensApp: perhaps
    fields:
      - {name: shoeSize, rule: feet, required: 7}
      - {name: accountName, rule: name}
      - {name: accountName, rule: name}
      - {name: taxId, rule: cpf}
      - {name: emailAddress, rule: email, requiredInGroup: true}
      - text
`
	_, err := Load(strings.NewReader(file))
	var faults Faults
	if !errors.As(err, &faults) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []struct {
		line   int
		reason string
	}{
		{1, `"a b" is no property`},
		{2, `"../payouts" is no path`},
		{3, "field colour not found"},
		{5, "THB has 2 decimals"},
		{6, `"eurc" is no currency code`},
		{7, "minorUnits from 0 to 12"},
		{8, "cannot unmarshal !!str `many` into int"},
		{10, "cannot unmarshal !!seq into string"},
		{12, "no method NOTHING"},
		{14, "ONLINE in MYR is there already"},
		{15, `"qr ph" is no method code`},
		{17, "DUITNOW_QR in MYR is there already"},
		{22, `"bad code" is no method code`},
		{22, `"XYZ" is unknown`},
		{22, "country"},
		{22, `"fax"`},
		{22, `"maybe"`},
		{22, `"sometimes"`},
		{22, `"pixel"`},
		{22, `"unicorn"`},
		{22, "at least English"},
		{22, `"javascript" can't be one`},
		{22, `"b c" can't be one`},
		{22, "showsQR"},
		{30, "no language tag"},
		{33, "cannot unmarshal !!str `perhaps` into bool"},
		{35, `"shoeSize"`},
		{35, `"feet"`},
		{35, "cannot unmarshal !!int `7` into bool"},
		{37, "there twice"},
		{38, "labels in English"},
		{39, "requiredInGroup"},
		{40, "cannot unmarshal !!str `text`"},
	} {
		found := false
		for _, f := range faults {
			found = found || f.Line == want.line && strings.Contains(f.Reason, want.reason)
		}
		if !found {
			t.Errorf("line %d: %s: not reported", want.line, want.reason)
		}
	}
	if !slices.IsSortedFunc(faults, func(a, b Fault) int { return a.Line - b.Line }) {
		t.Errorf("not in the file's order:\n%v", err)
	}
	if t.Failed() {
		t.Log(err)
	}
}

func drawn(shapes string) string { return `<svg viewBox="0 0 40 24">` + shapes + `</svg>` }

// Ours: a mark belongs to an existing method and can be drawn, and all marks of a
// currency together are light enough for its page.
func TestFileMarks(t *testing.T) {
	const row = "marks:\n- {code: %s, svg: '%s'}"
	heavy := drawn(`<path d="` + strings.Repeat("M0 0", mark.MaxBytes/4-10) + `"/>`)
	all := "marks:"
	for _, code := range []string{"UPIQR", "UPI_COLLECT", "UPI_ID", "NETBANKING", "ONLINE"} {
		all += fmt.Sprintf("\n- {code: %s, currency: INR, svg: '%s'}", code, heavy)
	}
	for content, want := range map[string]string{
		fmt.Sprintf(row, "ONLINE", heavy):                       "",
		fmt.Sprintf(row, "NOTHING", heavy):                      "line 2: marks: there is no method NOTHING",
		fmt.Sprintf(row, "ONLINE, currency: EUR", heavy):        "line 2: marks: there is no method ONLINE EUR",
		fmt.Sprintf(row, "FPX", drawn("<script>x</script>")):    "line 2: marks: svg: <script> is none of the shapes",
		fmt.Sprintf(row, "FPX", drawn(`<g onload="alert()"/>`)): `<g> may not have "onload"`,
		all: "marks: those in INR have",
	} {
		c, err := Load(strings.NewReader(content))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %q", content, err, want)
		}
		if err == nil {
			thb, _ := c.Find("ONLINE", "THB")
			usual, _ := methods.Default().Find("ONLINE", "THB")
			if thb.Mark == (mark.Mark{}) || usual.Mark != (mark.Mark{}) {
				t.Errorf("in every currency: %v; built in: %v", thb.Mark, usual.Mark)
			}
		}
	}
}

// Limits of a file: its size, a currency's decimals, and that a method needs a
// name as well as a hint.
func TestFileBounds(t *testing.T) {
	const row = "add: [{code: A, currency: %s, presentation: transfer, %s}]"
	const words = "names: {en: x}, hints: {en: x}"
	for content, want := range map[string]string{
		strings.Repeat("#", maxFile): "",
		"currencies: [{code: AAA, minorUnits: 0}]\n" + fmt.Sprintf(row, "AAA", words):  "",
		"currencies: [{code: AAA, minorUnits: 12}]\n" + fmt.Sprintf(row, "AAA", words): "",
		"currencies: [{code: AAA, minorUnits: 13}]":                                    "minorUnits from 0 to 12",
		"currencies: [{code: AAA, minorUnits: -1}]":                                    "minorUnits from 0 to 12",
		"currencies: [{code: AAA}]":                                                    "minorUnits from 0 to 12",
		"currencies: [{code: SEK, sign: kr}]":                                          "",
		"currencies: [{code: SEK, sign: 'kr 1'}]":                                      "is no sign",
		"currencies: [{code: SEK, sign: kronor!}]":                                     "is no sign",
		"currencies: [{code: SEK, zone: Europe/Atlantis}]":                             "is no time zone",
		"currencies: [{code: SEK, language: not a language}]":                          "is no language tag",
		fmt.Sprintf(row, "THB", "names: {en: x}"):                                      "at least English",
		fmt.Sprintf(row, "THB", "hints: {en: x}"):                                      "at least English",
	} {
		if _, err := Load(strings.NewReader(content)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: got %v, want %q", content, err, want)
		}
	}
}

// The built-in rows contradict themselves no more than a file's may.
func TestBuiltInRowsWouldPass(t *testing.T) {
	for _, m := range methods.Default().All() {
		for _, reason := range contradictions(m) {
			t.Errorf("%s %s: %s", m.Code, m.Currency, reason)
		}
		if !slices.Contains(glyphs, m.Glyph) {
			t.Errorf("%s %s: glyph %q", m.Code, m.Currency, m.Glyph)
		}
	}
}

// Contradictions in a row are faults, even if each word is valid.
func TestFileContradictions(t *testing.T) {
	const row = "add: [{code: A, currency: THB, names: {en: x}, hints: {en: x}, %s}]"
	for _, c := range []struct{ rest, fault string }{
		{"presentation: approve, country: XX", `country: "XX" has no phone numbers`},
		{"presentation: approve, country: EG", ""},
		{"presentation: approve, app: upi", ""},
		{"presentation: approve, app: browser", `app: "browser" is not one of bank, upi, wallet`},
		{"presentation: approve, app: wallet, appName: Swish", "has appName alone"},
		{"presentation: approve, chip: Swish", ""},
		{"presentation: approve, chip: <b>Swish</b>", "isn't up to 8 letters"},
		{"presentation: approve, chip: Swishhhhhhh", "isn't up to 8 letters"},
		{"presentation: approve, steps: {en: Open it}", "cannot unmarshal !!str `Open it` into []string"},
		{"presentation: approve, steps: {'not a language': [Open it]}", "is no language tag"},
		{"presentation: transfer, showsRows: true", "showsRows and copiesPayload are for the presentation qr"},
		{"presentation: transfer, copiesPayload: true", "showsRows and copiesPayload are for the presentation qr"},
		{"presentation: qr, showsRows: true", ""},
		{"presentation: transfer, opensApp: true, appSchemes: [bank]", "opensApp is for the presentation qr, and needs appSchemes"},
		{"presentation: qr, opensApp: true", "opensApp is for the presentation qr, and needs appSchemes"},
		{"presentation: redirect, reference: required", "reference is for methods that aren't paid at a bank's address"},
		{"presentation: approve, redirectFirst: true, reference: required", "reference is for methods that aren't paid at a bank's address"},
		{"presentation: transfer, reference: required", ""},
		{"presentation: transfer, fields: [{name: customerName.firstName, rule: name}]", "customerName.lastName goes with it"},
		{"presentation: transfer, fields: [{name: customerName.firstName, rule: name}, {name: customerName.lastName, rule: name}]", "customerName.lastName goes with it"},
		{"presentation: transfer, fields: [{name: customerName.firstName, rule: name}, {name: customerName.lastName, rule: name, requiredInGroup: true}]", ""},
		{"presentation: transfer, fields: [{name: customerName.lastName, rule: name, required: true}]", ""},
	} {
		_, err := Load(strings.NewReader(fmt.Sprintf(row, c.rest)))
		var faults Faults
		switch {
		case c.fault == "" && err != nil:
			t.Errorf("%s: %v", c.rest, err)
		case c.fault != "" && (!errors.As(err, &faults) || len(faults) != 1 || faults[0].Line != 1 || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%s: got %v, want %s", c.rest, err, c.fault)
		}
	}
}

func TestNamesOfAFileAreThereOnce(t *testing.T) {
	for content, twice := range map[string]string{
		"hide: []\nrename: []\nhide: []": `line 3: mapping key "hide" already defined at line 1`,
		"add: [{code: A, currency: THB, presentation: qr, names: {en: a, en: b}, hints: {en: x}}]":                            `line 1: mapping key "en" already`,
		"add: [{code: A, currency: THB, presentation: transfer, fields: [{name: taxId, rule: cpf, labels: {en: a, en: b}}]}]": `line 1: mapping key "en" already`,
	} {
		if _, err := Load(strings.NewReader(content)); err == nil || !strings.Contains(err.Error(), twice) {
			t.Errorf("%s: got %v, want %s", content, err, twice)
		}
	}
}

// What isn't an item at all doesn't move the lines of those after it.
func TestLinesOfAFileAfterAText(t *testing.T) {
	_, err := Load(strings.NewReader("rename:\n- text\n- {code: NOTHING, to: SOMETHING}"))
	if err == nil || !strings.Contains(err.Error(), "line 3: rename: there is no method NOTHING") {
		t.Errorf("got %v", err)
	}
}

// A file's own Indian method isn't a UPI method; a renamed one still is.
func TestUPIMethods(t *testing.T) {
	c, err := Load(strings.NewReader(`
rename: [{code: UPIQR, to: QR_INDIA}]
add:
  - {code: BANK_QR, currency: INR, country: IN, presentation: qr, opensApp: true, appSchemes: [bankapp], names: {en: x}, hints: {en: x}}
  - {code: ANY_QR, currency: INR, country: IN, presentation: qr, opensApp: true, appSchemes: [upi], names: {en: x}, hints: {en: x}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]bool{
		"QR_INDIA": true, "UPI_COLLECT": true, "UPI_ID": true, "ANY_QR": true, "BANK_QR": false, "NETBANKING": false, "P2A_V2": false,
	} {
		if m, ok := c.Find(code, "INR"); !ok || (m.PaysIn() == methods.AppUPI) != want {
			t.Errorf("%s: %v, %v, want %v", code, ok, m.PaysIn(), want)
		}
	}
}

func TestFilePlaces(t *testing.T) {
	for _, bad := range []string{
		"redirectProperty: a b", "redirectProperty: a..b", "redirectProperty: .a",
		"referencePath: ../payouts", "referencePath: /x", "referencePath: a//b", "referencePath: a?b=c", "referencePath: a/",
	} {
		_, err := Load(strings.NewReader(bad))
		var faults Faults
		if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Line != 1 {
			t.Errorf("%s: got %v", bad, err)
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	for _, content := range []string{"- a", "a", "add: {", "add: 7", "---\n{}\n---\n{}\n", "rename: [&a {code: NOTHING, to: A}, *a]", strings.Repeat("#", maxFile+1), "\x00"} {
		var faults Faults
		if _, err := Load(strings.NewReader(content)); !errors.As(err, &faults) || err.Error() == "" {
			t.Errorf("%.20q: got %v", content, err)
		}
	}
	if _, err := LoadFile("no such file"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	example, err := os.ReadFile(exampleFile)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(example))
	f.Add("add: [{code: A, fields: [{}]}]")
	f.Fuzz(func(t *testing.T, content string) {
		c, err := Load(strings.NewReader(content))
		if (c == nil) == (err == nil) {
			t.Errorf("got %v, %v", c, err)
		}
	})
}
