package gallery_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/views/gallery"
)

// withPseudo is the gallery with all languages, as `make gallery` has it.
func withPseudo(t *testing.T) *httptest.Server {
	t.Helper()
	bundle, err := i18n.LoadWithPseudo()
	if err != nil {
		t.Fatal(err)
	}
	pictures := fstest.MapFS{"PROMPTPAY/phone/01-details.png": {Data: []byte("picture")}}
	server := httptest.NewServer(gallery.Handler(bundle, pictures, nil))
	t.Cleanup(server.Close)
	return server
}

// policyAllows fails for a style or script that the answer's policy blocks.
func policyAllows(t *testing.T, address string) page {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	root, err := html.Parse(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	p := page{t: t, root: root}
	policy := response.Header.Get("Content-Security-Policy")
	if response.StatusCode != http.StatusOK || !strings.HasPrefix(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("%s: %s with the policy %q", address, response.Status, policy)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		p.nodes = append(p.nodes, n)
		if attr(n, "style") != "" {
			t.Errorf("%s: <%s style>", address, n.Data)
		}
		if n.Data == "style" || n.Data == "script" {
			sum := sha256.Sum256([]byte(n.FirstChild.Data))
			if !strings.Contains(policy, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'") {
				t.Errorf("%s: the policy keeps a <%s> out", address, n.Data)
			}
		}
	}
	return p
}

func TestLooks(t *testing.T) {
	server := withPseudo(t)
	for query, want := range map[string]string{
		"?lang=th":           `<html lang="th" dir="ltr">`,
		"?theme=dark":        "color-scheme:dark",
		"?theme=light":       "color-scheme:light;",
		"?dir=rtl":           `<html lang="en" dir="rtl">`,
		"?brand=plum":        "--accent:#6d1b57",
		"?brand=forest":      `<img src="data:image/svg+xml,`,
		"?lang=ar-XB":        `<html lang="ar-XB" dir="rtl">`,
		"?theme=x&brand=y":   "prefers-color-scheme:dark",
		"?lang=x&dir=upward": `<html lang="en" dir="ltr">`,
	} {
		address := server.URL + "/status-pending" + query
		policyAllows(t, address)
		if text := get(t, address, http.StatusOK); !strings.Contains(text, want) {
			t.Errorf("%s lacks %s", query, want)
		}
	}
	for _, theme := range []string{"light", "dark"} {
		if text := get(t, server.URL+"/status-pending?brand=plum&theme="+theme, http.StatusOK); strings.Contains(text, "prefers-color-scheme") {
			t.Errorf("the %s page still asks the device", theme)
		}
	}
	plain := get(t, server.URL+"/status-success", http.StatusOK)
	if e, _ := gallery.Find("status-success"); plain != render(t, e, setup(t).Match("en", "", "")) {
		t.Error("a page without switches isn't the application's own")
	}
	for _, name := range []string{"leaving", "waiting", "status-pending"} {
		e, _ := gallery.Find(name)
		further := regexp.MustCompile(` data-(news|version|after)=`)
		own, looked := render(t, e, setup(t).Match("en", "", "")), get(t, server.URL+"/"+name, http.StatusOK)
		if !further.MatchString(own) || further.MatchString(looked) {
			t.Errorf("%s goes on by itself: in the application %v, here %v", name, further.MatchString(own), further.MatchString(looked))
		}
	}
}

// A branding file can be looked at before customers see it; its faults are told, and
// end nothing.
func TestBrandsOfAFile(t *testing.T) {
	var fault error
	server := httptest.NewServer(gallery.Handler(setup(t), fstest.MapFS{}, func() (map[string]site.Brand, error) {
		return map[string]site.Brand{"M-1": {Name: "Tea & Co", Accent: "#ffcc00", LogoImage: []byte("PNG")}}, fault
	}))
	t.Cleanup(server.Close)
	address := server.URL + "/status-pending?brand=M-1"
	policyAllows(t, address)
	for _, want := range []string{"Tea &amp; Co", "--mark:#ffcc00", `<img src="data:image/png;base64,`} {
		if !strings.Contains(get(t, address, http.StatusOK), want) {
			t.Errorf("no %s", want)
		}
	}
	if !strings.Contains(get(t, server.URL+"/", http.StatusOK), "#ffcc00 is hard to read") {
		t.Error("nobody is told that the colour was adjusted")
	}
	fault = errors.New("brands.yaml:3: M-1: name has 61 characters")
	if !strings.Contains(get(t, server.URL+"/", http.StatusOK), fault.Error()) {
		t.Error("nobody is told what is wrong")
	}
	if strings.Contains(get(t, address, http.StatusOK), "#ffcc00") {
		t.Error("a file at fault is shown")
	}
}

// The gallery's own pages work without script, and under a policy like the
// application's.
func TestRooms(t *testing.T) {
	server := withPseudo(t)
	for _, room := range []string{"/", "/sentences/?lang=th", "/walks/"} {
		p := policyAllows(t, server.URL+room)
		if len(p.all("h1")) != 1 || len(p.all("nav")) < 1 {
			t.Errorf("%s: %d <h1>, %d <nav>", room, len(p.all("h1")), len(p.all("nav")))
		}
		for _, form := range p.all("form") {
			if action := attr(form, "action"); attr(form, "method") == "get" && !strings.HasPrefix(room, action) {
				t.Errorf("%s: a switch leads to %s", room, action)
			}
		}
	}
}

// A switch's position is kept, and applies to every frame.
func TestSwitches(t *testing.T) {
	p := policyAllows(t, withPseudo(t).URL+"/?pages=status&lang=ar-XB&theme=dark&width=320&brand=plum&dir=ltr")
	var selected []string
	for _, o := range p.all("option") {
		if slices.ContainsFunc(o.Attr, func(a html.Attribute) bool { return a.Key == "selected" }) {
			selected = append(selected, attr(o, "value"))
		}
	}
	if want := []string{"status", "ar-XB", "dark", "320", "plum", "ltr"}; !slices.Equal(selected, want) {
		t.Errorf("selected are %q, want %q", selected, want)
	}
	frames := p.all("iframe")
	if len(frames) < 10 {
		t.Errorf("%d frames", len(frames))
	}
	for _, f := range frames {
		if src := attr(f, "src"); !strings.HasPrefix(src, "/status-") || !strings.HasSuffix(src, "?brand=plum&dir=ltr&lang=ar-XB&theme=dark") {
			t.Errorf("a frame has %s", src)
		}
	}
}

// The index has a page of each kind, which leads to its others as the switches are; all of
// them are there together, too.
func TestIndexByKind(t *testing.T) {
	server := withPseudo(t)
	index := policyAllows(t, server.URL+"/?theme=dark&width=320")
	kinds, shown := index.all("iframe"), 0
	for _, a := range index.all("a") {
		if href := attr(a, "href"); strings.Contains(href, "pages=") {
			if !strings.Contains(href, "theme=dark") || !strings.Contains(href, "width=320") {
				t.Errorf("%s forgets the switches", href)
			}
			kind := policyAllows(t, server.URL+href)
			shown += len(kind.all("iframe"))
		}
	}
	all := policyAllows(t, server.URL+"/?pages=all").all("iframe")
	if len(kinds) < 8 || len(kinds) >= len(all) || shown != len(all) || len(all) != len(gallery.Moments()) {
		t.Errorf("%d kinds lead to %d pages, and there are %d", len(kinds), shown, len(all))
	}
}

// The list of sentences by page is read from the pages themselves.
func TestSentencesAreFoundOnTheirPages(t *testing.T) {
	bundle, err := i18n.LoadWithPseudo()
	if err != nil {
		t.Fatal(err)
	}
	by, err := gallery.KeysOnPages(bundle.Match(i18n.PseudoKeys, "", ""))
	if err != nil {
		t.Fatal(err)
	}
	l := bundle.Match("en", "", "")
	if got, want := by["status.pending.next"], "status-returned"; !slices.Contains(got, want) {
		t.Errorf("got %q, want %s among them", got, want)
	}
	if len(by["common.skip"]) != len(gallery.Moments()) {
		t.Errorf("%d of %d pages have the link to their content", len(by["common.skip"]), len(gallery.Moments()))
	}
	for key := range by {
		if !l.Has(key) {
			t.Errorf("%q is no message's key", key)
		}
	}
}
