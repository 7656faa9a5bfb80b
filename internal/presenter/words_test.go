package presenter

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/layout"
	"payapp/views/pages"
)

// Presenters select some texts by keys made of parts; a missing key would give
// no text. i18n's tests check that every language has what English has.
func english(t *testing.T) *i18n.Locale {
	t.Helper()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return bundle.Match("en", "", "")
}

// worded fails for empty texts.
func worded(t *testing.T, what string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		if strings.TrimSpace(text) == "" {
			t.Errorf("%s: no words for %s", what, name)
		}
	}
}

func TestWordsOfPresentations(t *testing.T) {
	p := &draft{l: english(t)}
	rows := methods.Default().All()
	for _, presentation := range methods.Presentations() { // also one that no row has
		rows = append(rows, methods.Method{Code: "NEW", Messages: "NEW", Presentation: presentation})
	}
	for _, m := range rows {
		payin := apiclient.Payin{Operator: apiclient.Operator{Code: "X", Name: "X"}}
		texts := map[string]string{"what is next": p.nextText(scenarios.Plan{Method: m})}
		certain, unsure := texts["what is next"], p.nextText(scenarios.Plan{Method: m, Unsure: true})
		if rest, ok := strings.CutPrefix(certain, unsure+"\n"); !ok || rest != "Nothing is charged yet." {
			t.Errorf("%s: if it isn't certain, %q is cut from %q", m.Code, unsure, certain)
		}
		if m.Presentation != methods.Redirect {
			texts["the heading"] = p.instructionsHeading(m, apiclient.Operator{}, "฿1")
			texts["the steps"] = strings.Join(p.steps(scenarios.FollowInstructions{Method: m, Payin: payin}, nil), "\n")
		}
		worded(t, m.Code+" "+m.Currency+" "+string(m.Presentation), texts)
	}
}

// A gap in the steps would hide those after it.
func TestWordsOfStepsHaveNoGap(t *testing.T) {
	text, err := os.ReadFile("../../i18n/messages/en.json")
	if err != nil {
		t.Fatal(err)
	}
	var messages map[string]any
	if err := json.Unmarshal(text, &messages); err != nil {
		t.Fatal(err)
	}
	form, found := regexp.MustCompile(`^(instructions\.steps\..+\.)(\d+)$`), 0
	for key := range messages {
		step := form.FindStringSubmatch(key)
		if step == nil {
			continue
		}
		found++
		if n, _ := strconv.Atoi(step[2]); n > 1 && messages[step[1]+strconv.Itoa(n-1)] == nil {
			t.Errorf("%s has no step before it", key)
		}
	}
	if found < 20 {
		t.Errorf("only %d steps were found", found)
	}
}

func TestWordsOfOperators(t *testing.T) {
	l := english(t)
	kinds := map[string]bool{}
	for _, glyph := range constants(t, "../../methods", "Glyph", "") {
		for _, rule := range constants(t, "../../methods", "OperatorRule", "") {
			kinds[operatorKind(methods.Method{Glyph: methods.Glyph(glyph), Operator: methods.OperatorRule(rule)})] = true
		}
	}
	if len(kinds) < 4 {
		t.Errorf("only the kinds %v were found", kinds)
	}
	for kind := range kinds {
		texts := map[string]string{}
		for _, part := range []string{"heading", "any"} {
			texts[part] = l.Text("options." + part + "." + kind)
		}
		worded(t, kind, texts)
	}
}

func TestWordsOfProblems(t *testing.T) {
	l := english(t)
	codes := append(constants(t, "../../handlers", "", "problem"), constants(t, "../../scenarios", "", "Problem")...)
	codes = append(append(codes, constants(t, "../../scenarios", "Trouble", "")...), apiclient.RefusalCodes()...)
	if len(codes) < 25 {
		t.Errorf("only the codes %v were found", codes)
	}
	for _, code := range codes {
		if code == "" || code == string(scenarios.Unasked) || code == string(scenarios.GatewayStrange) || code == "problem" {
			// No trouble; a page of its own; the page of GatewayDown; the name of a value in a request's context.
			continue
		}
		page := (&Presenter{}).problemPage(l, code, "", "")
		texts := map[string]string{"heading": page.Heading, "what": page.What, "money": page.Money, "do": page.Do}
		if code == "not-found" || page.Money == "" {
			delete(texts, "money") // no payment is meant, or it depends on what is known
		}
		switch code {
		case "not-found", "too-large", "phone-code", "option-unavailable", string(scenarios.GatewayBusy), string(scenarios.GatewayDown), apiclient.CodeSecurityCheck, apiclient.CodeInactivity:
			delete(texts, "what") // the heading says it
		}
		worded(t, code, texts)
	}
}

func TestWordsOfStatuses(t *testing.T) {
	l := english(t)
	var steps []scenarios.ShowStatus
	for _, status := range constants(t, "../known", "Status", "") {
		steps = append(steps, scenarios.ShowStatus{Status: known.Status(status)})
	}
	if len(steps) < 5 {
		t.Errorf("only the statuses %v were found", steps)
	}
	for word := range failureKinds {
		steps = append(steps, scenarios.ShowStatus{Status: known.Failed, Payin: &apiclient.Payin{Status: word}})
	}
	for _, code := range apiclient.RefusalCodes() {
		steps = append(steps, scenarios.ShowStatus{Status: known.Failed, Payin: &apiclient.Payin{Status: "FAILED", FailureReason: code}})
	}
	for _, step := range steps {
		kind := statusKind(step)
		texts := map[string]string{}
		for _, part := range []string{"heading", "money", "next"} {
			texts[part] = l.Text("status." + kind + "." + part)
		}
		if step.Status == known.Pending || step.Status == known.Success || step.Status == known.Failed {
			delete(texts, "money") // the heading says it, or it depends on what is known
		}
		worded(t, kind, texts)
	}
}

// Ours: only a word that says that somebody stopped the payment is told as that.
func TestAFailureIsToldAsTheGatewayNamesIt(t *testing.T) {
	for word, want := range map[string]string{
		"REFUSED": "refused", "REJECTED": "refused", "DECLINED": "refused", "CANCELED": "canceled", "CANCELLED": "canceled", "FAILED": "failed", "ERROR": "failed",
	} {
		if got := statusKind(scenarios.ShowStatus{Status: known.Failed, Payin: &apiclient.Payin{Status: word}}); got != want {
			t.Errorf("%s is told as %s, want %s", word, got, want)
		}
	}
}

// constants are the string constants of the package in a folder that have the
// type, or whose name has the prefix.
func constants(t *testing.T, folder, ofType, prefix string) (values []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			named, _ := spec.Type.(*ast.Ident)
			for i, value := range spec.Values {
				literal, ok := value.(*ast.BasicLit)
				wanted := named != nil && named.Name == ofType || named == nil && prefix != "" && strings.HasPrefix(spec.Names[i].Name, prefix)
				if !ok || !wanted || literal.Kind != token.STRING {
					continue
				}
				text, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				values = append(values, text)
			}
			return true
		})
	}
	return values
}

// Ours: whoever helps a customer finds a language by its English name, whatever the
// page's own language, with the browser's search too. Only what differs is said.
func TestLanguagesHaveEnglishNames(t *testing.T) {
	s := presenting(t)
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"en", "ar"} {
		page := s.languagesPage(layout.Frame{T: bundle.Match(tag, "", "")})
		var b strings.Builder
		if err := pages.Languages(page).Render(t.Context(), &b); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{">日本語 <small lang=\"en\">Japanese</small></a>", ">Norsk bokmål <small lang=\"en\">Norwegian Bokmål</small></a>"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: no %s", tag, want)
			}
		}
		if strings.Contains(b.String(), ">English</small>") {
			t.Errorf("%s: English is said twice", tag)
		}
	}
}

// The warning for who has paid stands once, whether or not a payment was heard of.
func TestWhoHasPaidIsWarnedOnce(t *testing.T) {
	l := english(t)
	for _, moment := range []scenarios.Moment{scenarios.Expired, scenarios.OverdueNone, scenarios.Overdue, scenarios.OverdueSaid, scenarios.Closed, scenarios.Unsure} {
		for _, sure := range []bool{false, true} {
			p := &draft{l: l, Presenter: &Presenter{catalogue: methods.Default()}}
			p.Moment = moment
			w := p.wordsOf(scenarios.ShowStatus{Status: known.Pending, Sure: sure})
			if n := strings.Count(w.money+"|"+w.next, l.WaitingMoneyUnknown()); n != 1 {
				t.Errorf("%s, sure %t: it stands %d times in %q", moment, sure, n, w)
			}
		}
	}
}
