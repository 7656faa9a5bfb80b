package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"time"

	"payapp/e2e/kit"
	"payapp/e2e/suite"
)

// many is a run of so many walks, each with a journal and a film.
func many(n int) Run {
	r := Run{Title: "payapp <e2e>", URL: "https://pay.example", Began: time.Unix(1e9, 0), Millis: 61000, Seed: 7}
	listed := suite.All([]string{"en", "th"})
	for i := range n {
		w := Result{Walk: listed[i%len(listed)].In(fmt.Sprint("l", i)), Status: Passed, Tries: 1, Millis: 1500}
		tab := kit.Record{Customer: "phone"}
		for j := range 40 {
			tab.Journal = append(tab.Journal, kit.Entry{At: int64(j * 30), Kind: "request", Text: fmt.Sprintf("GET Document https://pay.example/pay/%d?step=%d", i, j)})
		}
		for j := range 4 {
			picture := bytes.Repeat([]byte{byte(i), byte(i >> 8), byte(j)}, 3000)
			tab.Film = append(tab.Film, kit.Frame{At: int64(j), Data: map[string]string{"page": "options"}, Words: "Pay </script> ฿99", Picture: picture})
		}
		w.Tabs = []kit.Record{tab}
		switch i % 50 {
		case 1:
			w.Status, w.Errors = Failed, []string{`never page status: </script> <b>`, "second"}
		case 2:
			w.Status, w.Reason, w.Tabs, w.Tries = Skipped, "no sandbox", nil, 0
		case 3:
			w.Status, w.Errors, w.Tries = Again, []string{"once"}, 2
		}
		r.Walks = append(r.Walks, w)
	}
	return r
}

func TestJUnit(t *testing.T) {
	var out bytes.Buffer
	if err := many(4).WriteJUnit(&out); err != nil {
		t.Fatal(err)
	}
	var s junitSuite
	if err := xml.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	if s.Tests != 4 || s.Failures != 1 || s.Skipped != 1 || len(s.Cases) != 4 {
		t.Errorf("%+v", s)
	}
	if c := s.Cases[1]; c.Failure == nil || c.Failure.Message != "never page status: </script> <b>" || !strings.Contains(c.Failure.Text, "second") || c.Time != "1.500" {
		t.Errorf("%+v", c)
	}
	if s.Cases[2].Skipped.Message != "no sandbox" || !strings.Contains(s.Cases[3].Out, "tried again") {
		t.Errorf("%+v", s.Cases)
	}
}

// Walks that fail by one cause are one line with their names, whatever addresses and
// amounts they tell; the first one alone quotes all of it.
func TestFailuresOfOneCauseAreGrouped(t *testing.T) {
	var r Run
	for i, says := range []string{
		`phone: the page shows the amount "฿98.00", and its hook says 99.00`,
		`desktop: never page status; the page is http://127.0.0.1:1/pay/abc {"page":"options"}` + "\nPay",
		`desktop: the page shows the amount "₹1,234.50", and its hook says 1234.50`,
		`phone: never page status; the page is http://127.0.0.1:1/pay/def {"page":"details"}` + "\nDetails",
		`phone: never page options; the page is http://127.0.0.1:1/pay/def {"page":"details"}`,
	} {
		customer, _, _ := strings.Cut(says, ":")
		r.Walks = append(r.Walks, Result{Walk: suite.Walk{Name: fmt.Sprint("w", i)}, Status: Failed, Errors: []string{says}, Tabs: []kit.Record{{Customer: customer}}})
	}
	r.Walks = append(r.Walks, Result{Walk: suite.Walk{Name: "well"}, Status: Passed})
	var out bytes.Buffer
	if err := r.WriteJUnit(&out); err != nil {
		t.Fatal(err)
	}
	var s junitSuite
	if err := xml.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	const want = `failed 2: phone: the page shows the amount "฿98.00", and its hook says 99.00 <- w0, w2
failed 2: desktop: never page status; the page is http://127.0.0.1:1/pay/abc {"page":"options"} <- w1, w3
failed 1: phone: never page options; the page is http://127.0.0.1:1/pay/def {"page":"details"} <- w4`
	if s.Out != want {
		t.Errorf("got %s", s.Out)
	}
	if s.Cases[1].Failure.Text != r.Walks[1].Errors[0] || s.Cases[3].Failure.Text != "" || s.Cases[3].Failure.Message != r.Walks[3].Says() {
		t.Errorf("%s", out.String())
	}
	if long := (Cause{Says: "x", Walks: strings.Fields(strings.Repeat("w ", 300))}).String(); !strings.HasSuffix(long, ", w and 280 more") {
		t.Error(long)
	}
}

func TestJSONHasNoPictures(t *testing.T) {
	var out bytes.Buffer
	r := many(3)
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var back Run
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || len(back.Walks) != 3 || back.Walks[0].Name != r.Walks[0].Name || len(back.Walks[0].Tabs[0].Journal) != 40 {
		t.Errorf("%v: %+v", err, back)
	}
	if strings.Contains(out.String(), `"picture"`) || len(r.Walks[0].Tabs[0].Film[0].Picture) == 0 {
		t.Error("pictures are there, or were taken away from the run")
	}
}

// Two thousand walks stay one file that a browser opens, and nothing of a page's words
// ends its scripts.
func TestHTMLOfManyWalks(t *testing.T) {
	var out bytes.Buffer
	if err := many(2000).WriteHTML(&out); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 80<<20 {
		t.Errorf("%d MB", out.Len()>>20)
	}
	if got, want := strings.Count(out.String(), "</script>"), 2+2000; got < want || strings.Contains(out.String(), "Pay </script>") || !strings.Contains(out.String(), "payapp &lt;e2e&gt;") {
		t.Errorf("%d ends of scripts", got)
	}
}
