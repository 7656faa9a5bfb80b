package e2e

import (
	"encoding/json"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"payapp/e2e/kit"
	"payapp/e2e/report"
	"payapp/e2e/run"
)

// walkThere runs `payapp e2e` at an address.
func walkThere(t *testing.T, address string, o run.Options) (code int, done report.Run, said string) {
	t.Helper()
	var out strings.Builder
	o.URL, o.Links, o.Out, o.Progress = address, theWorld.Sandbox, t.TempDir(), io.Discard
	o.Workers, o.Repeat, o.Seed, o.Patience = 2, 1, 1, kit.Patience
	code, err := run.Run(t.Context(), o, &out)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(o.Out, "report.json"))
	if err == nil {
		err = json.Unmarshal(data, &done)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"report.json", "report.html", "junit.xml"} {
		text, err := os.ReadFile(filepath.Join(o.Out, file))
		if err != nil || strings.Contains(string(text), "token=ey") || strings.Contains(string(text), "eyJ") && file != "report.html" {
			t.Errorf("%s: %v, or a token is in it", file, err)
		}
	}
	readReport(t, filepath.Join(o.Out, "report.html"), done)
	return code, done, out.String()
}

// readReport opens the report without a server, in a browser: each walk is a link of
// the matrix that shows its film and its journal.
func readReport(t *testing.T, file string, done report.Run) {
	t.Helper()
	b := open(t, customer{Device: desktop})
	b.Observer.Belongs("https://nowhere.example", "file://", "blob:", "data:")
	b.Visit((&url.URL{Scheme: "file", Path: file}).String())
	if got := ask[int](b, `document.querySelectorAll("#matrix a").length`); got != len(done.Walks) {
		t.Errorf("the matrix has %d walks of %d", got, len(done.Walks))
	}
	if got, want := ask[int](b, `document.querySelectorAll("#lists li").length`), len(done.Walks)-done.Count(report.Failed); got != want {
		t.Errorf("the lists have %d walks, want %d", got, want)
	}
	for _, w := range done.Walks {
		b.Click(`#matrix a.` + string(w.Status))
		b.Until("the walk is shown", `document.querySelector("#walk h2")?.textContent.startsWith(`+kit.Quoted(w.Name)+`) || `+kit.Quoted(string(w.Status))+` != "failed" && !!document.querySelector("#walk h2")`)
		if w.Status == report.Failed && len(w.Tabs[0].Stories) > 0 {
			b.Until("its order's story", `!!document.querySelector("#walk a[href*='/console/payins/']") && /PENDING/.test(document.querySelector("#walk").innerText)`)
		}
		if w.Status != report.Skipped {
			b.Until("its film and journal", `document.querySelectorAll("#walk .time tr").length > 3 && document.querySelector("#walk .shown img")?.naturalWidth > 100`)
			if broken := ask[string](b, `[...document.querySelectorAll("#walk .time td:nth-child(2)")].find(e => e.firstChild && (r => (r.selectNodeContents(e), r.getClientRects().length > 1))(document.createRange()))?.textContent ?? ""`); broken != "" {
				t.Errorf("the journal breaks %q", broken)
			}
		}
	}
	if len(done.Walks) > 1 { // the walk opened last is shown, however long one before it takes to unpack
		shows := `document.querySelector("#walk h2").textContent.startsWith(` + kit.Quoted(done.Walks[1].Name+":") + `)`
		b.Tell(`(text => Response.prototype.text = function () {
			Response.prototype.text = text
			return new Promise(unpacked => window.unpack = async () => { unpacked(await text.call(this)), setTimeout(() => window.late = true) })
		})(Response.prototype.text), document.querySelector("#walk").replaceChildren(document.createElement("h2")), location.hash = "", location.hash = "#0"`)
		b.Until("the first is being unpacked", `!!window.unpack`)
		b.Tell(`location.hash = "#1"`)
		b.Until("the second is shown", shows)
		b.Tell(`unpack()`)
		b.Until("the first is unpacked", `!!window.late`)
		if !ask[bool](b, shows) {
			t.Error("a walk opened before replaced the one opened after it")
		}
	}
	small := open(t, customer{Device: phone})
	small.Observer.Belongs("https://nowhere.example", "file://", "blob:", "data:")
	small.Visit((&url.URL{Scheme: "file", Path: file}).String())
	small.Tell(`document.querySelector("#matrix").style.minWidth = "900px", dispatchEvent(new Event("resize"))`) // as with all devices
	if !ask[bool](small, `(e => e.scrollWidth > e.clientWidth && e.matches(".more"))(document.querySelector("#wide"))`) {
		t.Error("on a phone nothing says that the matrix scrolls")
	}
}

// The command walks, counts what can't be shown, and tells it all.
func TestCommand(t *testing.T) {
	begin(t)
	code, done, said := walkThere(t, theWorld.App, run.Options{Name: "^(pay/PROMPTPAY|pay/PAY_ME.*|waiting/changes-by-itself)/phone/en"})
	skipped := 1
	if theWorld.Strict {
		skipped = 0
	}
	if code != 0 || done.Count(report.Passed) != 3-skipped || done.Count(report.Skipped) != skipped || !strings.Contains(said, "0 failed") {
		t.Errorf("%d: %s", code, said)
	}
	for _, w := range done.Walks {
		if w.Status == report.Passed && !slices.ContainsFunc(w.Tabs[0].Film, func(f kit.Frame) bool { return f.Data["status"] == "success" && f.Words != "" }) {
			t.Errorf("%s: its film doesn't show success", w.Name)
		}
	}
}

// A page that is broken fails the walk at once, by its data-problem, with evidence.
func TestCommandAtABrokenPage(t *testing.T) {
	begin(t)
	l := spoil(t, theWorld.App)
	l.set(func() {
		l.change = func(text string) string {
			return strings.ReplaceAll(text, `data-page="instructions"`, `data-page="problem" data-problem="internal"`)
		}
	})
	code, done, said := walkThere(t, l.address, run.Options{Name: "^pay/PROMPTPAY/phone/en"})
	if code != run.ExitFailed || len(done.Walks) != 1 || !strings.Contains(strings.Join(done.Walks[0].Errors, "\n"), "internal instead of page instructions") {
		t.Fatalf("%d: %s %+v", code, said, done.Walks)
	}
	if files := done.Walks[0].Tabs[0].Files; len(files) != 3 {
		t.Errorf("it left %v", files)
	}
	stories := done.Walks[0].Tabs[0].Stories
	if len(stories) != 1 || stories[0].Status != "PENDING" || len(stories[0].States) == 0 ||
		!slices.ContainsFunc(stories[0].Calls, func(c kit.StoryCall) bool {
			return c.Method == "POST" && strings.Contains(c.Path, stories[0].ID) && c.Status == 200
		}) ||
		!strings.HasPrefix(stories[0].Console, theWorld.Sandbox+"/console/payins/") {
		t.Errorf("its order's story is %+v", stories)
	}
}
