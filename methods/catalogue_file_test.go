package methods

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const exampleFile = "../docs/catalogue-example.yaml"

func TestExampleFile(t *testing.T) {
	c, err := LoadFile(exampleFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Extra{
		RedirectProperty: "bankRedirect.url", QRProperty: "qr.payload", ReferencePath: "external-reference", StatusWords: map[string]string{"VOIDED": "CANCELED"},
	}, c.Extra); diff != "" {
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
	if got, want := len(c.All()), len(Default().All())-2; got != want {
		t.Errorf("%d rows, want %d", got, want)
	}
}

// A file doesn't change the built-in catalogue.
func TestFileLeavesDefaultAlone(t *testing.T) {
	rows := len(Default().All())
	if _, err := LoadFile(exampleFile); err != nil {
		t.Fatal(err)
	}
	if m, ok := Default().Find("FPX", "MYR"); !ok || m.Messages != "FPX" || len(Default().All()) != rows {
		t.Errorf("the built-in catalogue has changed: %+v", m)
	}
}

// A file spans two releases: one that has what it hides, and one in which that is
// gone.
func TestAFileSpansReleases(t *testing.T) {
	c, err := Load(strings.NewReader("{\n" + `"hide": [{"code": "GONE"},` + "\n" + `{"code": "QRPH", "currency": "EUR"}, {"code": "QRPH", "currency": "PHP"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, there := c.Find("QRPH", "PHP"); there || len(c.All()) != len(Default().All())-1 {
		t.Errorf("%d rows", len(c.All()))
	}
	if diff := cmp.Diff([]string{"line 2: hide: there is no method GONE", "line 3: hide: there is no method QRPH EUR"}, c.Warnings); diff != "" {
		t.Error(diff)
	}
}

func TestFilesWithoutChanges(t *testing.T) {
	for _, content := range []string{"", "# nothing\n", "{}", "rename: []\nhide: []\n", "redirectProperty:\n", strings.Repeat("#", maxFile)} {
		c, err := Load(strings.NewReader(content))
		if err != nil || len(c.All()) != len(Default().All()) {
			t.Errorf("%.20q: %v", content, err)
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
		if _, err := Load(strings.NewReader("statusWords: " + bad)); err == nil || !strings.HasPrefix(err.Error(), "line 1: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// Every fault is listed, with its line and in the file's order. What a file could
// add in earlier versions is refused like any other unknown name.
func TestFaultsOfAFile(t *testing.T) {
	const file = `redirectProperty: "a b"
referencePath: ../payouts
colour: red
add: [{code: INSTAPAY, currency: PHP}]
currencies: [{code: EURC, minorUnits: 6}]
marks: []
hide:
  - code: [NOTHING]
  - {code: FPX, colour: red}
rename:
  - text
  - {code: NOTHING, to: SOMETHING}
  - {code: DUITNOW, to: DUITNOW_QR}
  - {code: UPIQR, to: UPI_ID}
  - {code: QRPH, to: "qr ph"}
statusWords:
  VOIDED: GONE
`
	_, err := Load(strings.NewReader(file))
	if err == nil {
		t.Fatal("no fault")
	}
	const want = `line 1: redirectProperty: "a b" is no property
line 2: referencePath: "../payouts" is no path below a payment
line 3: field colour not found
line 4: field add not found
line 5: field currencies not found
line 6: field marks not found
line 8: cannot unmarshal !!seq into string
line 9: field colour not found
line 11: cannot unmarshal !!str ` + "`text`" + `
line 12: rename: there is no method NOTHING
line 14: rename: UPI_ID in INR is there already
line 15: rename: "qr ph" is no method code
line 17: statusWords: "GONE" is not one of SUCCESS, PENDING, FAILED, REFUSED, CANCELED, EXPIRED, WORKING, CLOSED, UNSURE`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Error(diff)
	}
}

func TestNamesOfAFileAreThereOnce(t *testing.T) {
	_, err := Load(strings.NewReader("hide: []\nrename: []\nhide: []"))
	if want := `line 3: mapping key "hide" already defined at line 1`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A renamed UPI method still is one.
func TestARenamedMethodKeepsItsApp(t *testing.T) {
	c, err := Load(strings.NewReader("rename: [{code: UPIQR, to: QR_INDIA}]"))
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]bool{"QR_INDIA": true, "UPI_COLLECT": true, "UPI_ID": true, "NETBANKING": false, "P2A_V2": false} {
		if m, ok := c.Find(code, "INR"); !ok || (m.PaysIn() == AppUPI) != want {
			t.Errorf("%s: %v, %v, want %v", code, ok, m.PaysIn(), want)
		}
	}
}

func TestFilePlaces(t *testing.T) {
	for _, bad := range []string{
		"redirectProperty: a b", "qrProperty: a b", "redirectProperty: a..b", "redirectProperty: .a",
		"referencePath: ../payouts", "referencePath: /x", "referencePath: a//b", "referencePath: a?b=c", "referencePath: a/",
	} {
		if _, err := Load(strings.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "line 1: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v", bad, err)
		}
	}
}

func TestUnreadableFiles(t *testing.T) {
	for _, content := range []string{"- a", "a", "hide: {", "hide: 7", "---\n{}\n---\n{}\n", "rename: [&a {code: NOTHING, to: A}, *a]", strings.Repeat("#", maxFile+1), "\x00"} {
		if c, err := Load(strings.NewReader(content)); c != nil || err == nil || err.Error() == "" {
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
	f.Add("rename: [{code: A, to: [{}]}]")
	f.Fuzz(func(t *testing.T, content string) {
		c, err := Load(strings.NewReader(content))
		if (c == nil) == (err == nil) {
			t.Errorf("got %v, %v", c, err)
		}
	})
}
