package page

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"payapp/money"
	"payapp/sandbox/internal/answers"
	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/store"
)

// Page is a page as a handler returns it.
type Page struct {
	Name, Title string // Name is its template's file, without the ending
	Body        any
	JSON        any    // the same for programs, nil if there is nothing for them
	To          string // where a browser is sent instead; programs get JSON at once
	Live        bool   // its marked regions are updated
	Status      int    // of HTTP; 0 means 200
	FormAction  string // a further source that the page's forms may post to
}

// way is an entry of the pages' navigation.
type way struct {
	Path, Text string
	names      string // of the pages below it
	Target     string // a window of its own, "" = this one
	Here       bool
}

// Ways lead to the sandbox's pages.
func (p *Page) Ways() []way {
	ways := []way{
		{Path: "/shop", Text: "Shop", names: "shop order"}, {Path: "/phone", Text: "Phone", Target: "phone"},
		{Path: "/console", Text: "Payments", names: "console payment"}, {Path: "/console/calls", Text: "Calls", names: "calls call"},
		{Path: "/console/steering", Text: "Steering", names: "steering"}, {Path: "/console/panel", Text: "Faults and time", names: "panel"},
		{Path: "/console/merchants", Text: "Merchants", names: "merchants"}, {Path: "/interface", Text: "Interface", names: "interface"},
		{Path: "/about", Text: "About", names: "about"},
	}
	for i, w := range ways {
		ways[i].Here = slices.Contains(strings.Fields(w.names), p.Name)
	}
	return ways
}

// Func serves one page. It returns nil if it has answered. An error becomes an
// error page.
type Func func(http.ResponseWriter, *http.Request) (*Page, error)

// Error is an error shown to a person, or told to a program.
type Error struct {
	Status int
	Text   string
	With   any // what a program gets beside it, or nil
}

func (e *Error) Error() string { return e.Text }

// BadRequest is an Error for a form that can't be processed.
func BadRequest(text string) error { return &Error{Status: http.StatusBadRequest, Text: text} }

//go:embed pages/*.html
var ownFiles embed.FS

// Set is the pages of the shop or the console.
type Set struct {
	logger    *slog.Logger
	templates Templates
}

// NewSet makes a set of them.
func NewSet(logger *slog.Logger, templates Templates) *Set { return &Set{logger, templates} }

// Templates are by file.
type Templates map[string]*template.Template

// Read gives the templates pages/*.html, each of which fills the layout. They are
// parsed at the first call, for all sandboxes of a process: tests start hundreds.
func Read(files fs.FS) func() Templates {
	return sync.OnceValue(func() Templates { return parse(files) })
}

func parse(files fs.FS) Templates {
	layout := template.Must(template.New("layout.html").Funcs(functions).ParseFS(ownFiles, "pages/layout.html"))
	templates := Templates{}
	for _, from := range []fs.FS{ownFiles, files} {
		names, err := fs.Glob(from, "pages/*.html")
		if err != nil {
			panic(err)
		}
		for _, name := range names {
			templates[name] = template.Must(template.Must(layout.Clone()).ParseFS(from, name))
		}
	}
	return templates
}

// maxForm is far more than any form needs, in bytes.
const maxForm = 64 << 10

// Handler serves a page.
func (s *Set) Handler(f Func) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		err := readJSON(r)
		var p *Page
		if err == nil {
			p, err = f(w, r)
		}
		if err != nil {
			p = s.errorPage(r, err)
		}
		switch {
		case p == nil:
		case p.JSON != nil && WantsJSON(r):
			WriteJSON(w, cmp.Or(p.Status, http.StatusOK), p.JSON)
		case p.To != "":
			SeeOther(w, r, p.To)
		default:
			s.render(w, r, p)
		}
	})
}

func (s *Set) errorPage(r *http.Request, err error) *Page {
	refusal, ok := errors.AsType[*Error](err)
	switch {
	case ok:
	case errors.Is(err, store.ErrNotFound):
		refusal = &Error{Status: http.StatusNotFound, Text: "There is nothing at this address."}
	default:
		s.logger.ErrorContext(r.Context(), "sandbox: page", "path", r.URL.Path, "error", err)
		refusal = &Error{Status: http.StatusInternalServerError, Text: "Something went wrong inside the sandbox. Its log says what."}
	}
	return &Page{
		Name: "error", Title: "Problem", Status: refusal.Status,
		Body: struct{ Heading, Text string }{http.StatusText(refusal.Status), refusal.Text},
		JSON: problem{codeOf(refusal.Status), refusal.Text, refusal.With},
	}
}

// render writes a whole page or none.
func (s *Set) render(w http.ResponseWriter, r *http.Request, p *Page) {
	var out bytes.Buffer
	if err := s.templates["pages/"+p.Name+".html"].ExecuteTemplate(&out, "layout", p); err != nil {
		s.logger.ErrorContext(r.Context(), "sandbox: page", "name", p.Name, "error", err)
		http.Error(w, "the page can't be written", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	Secure(header, p.FormAction)
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	if p.Status != 0 {
		w.WriteHeader(p.Status)
	}
	w.Write(out.Bytes())
}

// functions are what templates have besides the usual: times in UTC, to the
// second and to the millisecond, how long it is until one, JSON with indents, the directives in an order
// id that have no effect, a sentence of an error, and amounts for people.
var functions = template.FuncMap{
	"machine":  func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
	"short":    func(t time.Time) string { return t.UTC().Format("2 Jan 15:04:05") },
	"long":     func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.000 UTC") },
	"clock":    func(t time.Time) string { return t.UTC().Format("15:04:05") },
	"until":    until,
	"indented": Indented,
	"sentence": sentence,
	"unknown":  directive.Unknown,
	"written":  Written,
	"paid":     paid,
}

// paid is the amount of a successful payment that isn't its order's; "" if it is.
func paid(p store.Payment, status string) string {
	order, err := money.Parse(p.Amount, p.Currency)
	if err != nil || status != "SUCCESS" {
		return ""
	}
	if came := answers.Paid(order, directive.Parse(p.ID+p.Steering).Paid); came != order {
		return Written(came.Bare(), came.Currency())
	}
	return ""
}

// sentence makes a sentence of an error's text.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if text == "" {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// Indented indents JSON. Other text, and JSON that would grow too much, stays
// unchanged.
func Indented(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil || out.Len() > 4*len(text)+1024 {
		return text
	}
	return out.String()
}
