package conform

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"payapp/apiclient"
	"payapp/internal/assumptions"
	"payapp/internal/findings"
	"payapp/methods"
)

// grade is how well something fits; beside means that nothing was like it.
type grade int

const (
	beside grade = iota
	fits
	minor // payapp copes
	grave // it has to be mended before customers come
)

// graded is fits, or else the grade of what doesn't.
func graded(ok bool, otherwise grade) grade {
	if ok {
		return fits
	}
	return otherwise
}

// when is the grade of what there is.
func when(there bool, g grade) grade {
	if there {
		return g
	}
	return beside
}

// probe is one question. Without ask it is about what has been answered of a payment.
type probe struct {
	name  string
	needs string // while that is at fault, a difference here is its consequence
	ask   func(context.Context, *subject) error
	judge func(*subject) (saw any, fits grade)
	does  string // what payapp does where it differs
}

// subject is what is asked about: a payment, or none yet.
type subject struct {
	*run
	row             methods.Method
	request         apiclient.PayinRequest
	id              string
	token           apiclient.Token
	created, read   map[string]any  // as they came
	payin, reading  apiclient.Payin // as the client reads them
	unread, misread error           // why it can't
	err             error           // of the last question
}

// errBeside means that the question doesn't fit the payment.
var errBeside = errors.New("not asked")

func (s *subject) try(ctx context.Context, list []probe) {
	for _, p := range list {
		if p.ask != nil {
			if s.err = p.ask(ctx, s); errors.Is(s.err, errBeside) {
				continue
			}
		}
		saw, g := p.judge(s)
		if g == beside {
			continue
		}
		text := fmt.Sprint(saw)
		if s.row.Code != "" {
			text = s.row.Code + ": " + text
		}
		s.note(p.name, g, text, p.does)
	}
}

// by judges the last answer; a payment's own words are told where it differs.
func by(ok func(*subject) bool, otherwise grade) func(*subject) (any, grade) {
	return func(s *subject) (any, grade) {
		if ok(s) {
			return s.wire.status, fits
		}
		return "the answer is " + s.words(), otherwise
	}
}

// is judges by the kind of error.
func is(kinds ...error) func(*subject) bool {
	return func(s *subject) bool {
		return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(s.err, kind) })
	}
}

func status(these ...int) func(*subject) bool {
	return func(s *subject) bool { return slices.Contains(these, s.wire.status) }
}

func succeeds(s *subject) bool { return s.err == nil }
func asUnborn(s *subject) bool { return s.wire.status == s.unborn }
func refused(s *subject) bool  { return s.wire.status >= 400 && s.wire.status < 500 }

// seen is what was found about one name.
type seen struct {
	grade grade
	says  string
}

// note keeps the worst of what several payments tell about one name.
func (r *run) note(name string, g grade, saw, does string) {
	before, text := r.seen[name], saw
	if g > fits {
		text = saw + "; " + does
	}
	switch {
	case g > before.grade, before == (seen{}):
		r.seen[name] = seen{g, text}
	case g == before.grade && g > fits && len(before.says) < 400 && !strings.Contains(before.says, saw):
		r.seen[name] = seen{g, strings.TrimSuffix(before.says, "; "+does) + ", " + text}
	}
}

// heard notes what the client couldn't read of an answer, by the name that it told.
func (r *run) heard(err error) error {
	if errors.Is(err, apiclient.ErrNoBody) {
		return err
	}
	for _, name := range r.wire.told {
		switch {
		case errors.Is(err, apiclient.ErrMalformed), name == "list-form": // nobody can choose what a list has lost
			r.note(name, grave, r.words(), "what can't be read isn't taken")
		case name == "token-answer":
			r.note(name, minor, "it isn't in token: "+r.words(), "payapp's commands find it; shops have to, too")
		default:
			r.note(name, minor, r.words(), "what can't be read isn't taken")
		}
	}
	if form := r.wire.form(); form != "" {
		r.note("answer-form", grave, form, "nothing is found in it")
	}
	return err
}

// steps are what is seen on the way, without a question of its own.
var steps = []probe{
	{name: "token", needs: "gateway-time"},
	{name: "answer-form"},
	{name: "token-answer", needs: "answer-form"},
	{name: "token-validity"},
	{name: "token-timestamp"},
	{name: "options", needs: "list-form"},
	{name: "list-form", needs: "answer-form"},
	{name: "uncoded-methods", needs: "list-form"},
	{name: "operators-missing", needs: "list-form"},
	{name: "operators-unasked", needs: "list-form"},
	{name: "longest-answer"},
	{name: "creation-body"},
	{name: "return-length", needs: "creation-body"},
	{name: "not-found-yet"},
	{name: "rate-size"},
	{name: "rate-scope"},
	{name: "retry-after"},
}

// why nothing is asked about some assumptions.
var why = map[string]string{
	"it needs a payment that ends: --pay":    "status-words ends money-paid failure-reason",
	"it can't be brought about from outside": "refusal-kept rate-counting broken-required callback-form upi-reference",
}

// cause is the name at fault that keeps another from being tried, the first of all.
func cause(name string, needs map[string]string, all map[string]seen) (root string) {
	for up := needs[name]; up != "" && all[up].grade != fits; up = needs[up] {
		if all[up].grade == grave {
			root = up
		}
	}
	return root
}

// report lists what was seen: about the interface itself, then about each assumption.
func (r *run) report() (list findings.List) {
	needs := map[string]string{}
	for _, p := range slices.Concat(steps, first, ofPayment) {
		if needs[p.name] = p.needs; p.needs == "" && p.name != "token" {
			needs[p.name] = "token"
		}
	}
	names := slices.Sorted(maps.Keys(needs))
	names = slices.DeleteFunc(names, func(name string) bool { _, ok := assumptions.Find(name); return ok })
	for _, a := range assumptions.All() {
		names = append(names, a.Name)
	}
	for _, name := range names {
		said := r.seen[name]
		about, _ := assumptions.Find(name)
		found := findings.Finding{Name: name, Verdict: verdicts[said.grade], Says: says[said.grade] + said.says}
		if root := cause(name, needs, r.seen); root != "" && said.grade != fits {
			found.Verdict, found.Says = findings.Unknown, says[beside]+"because of "+root
		} else if _, asked := needs[name]; said.grade == beside {
			found.Says += cmp.Or(said.says, untried(name, asked))
		} else if said.grade == grave && about.Setting != "" {
			found.Mend = "set " + about.Setting
		} else if said.grade == grave {
			found.Mend = "ask the gateway's operator; if it stays so, payapp has to change: report this, with --json"
		}
		list = append(list, found)
	}
	return list
}

// verdicts and says are what a grade is told as.
var (
	verdicts = [...]findings.Verdict{findings.Unknown, findings.Well, findings.Warning, findings.Fault}
	says     = [...]string{"couldn't be tried: ", "kept: ", "differs: ", "differs: "}
)

// untried is why nothing was seen.
func untried(name string, asked bool) string {
	for said, about := range why {
		if slices.Contains(strings.Fields(about), name) {
			return said
		}
	}
	if asked {
		return "no payment's answer or method was like it"
	}
	return "a rule of ours, which no answer shows"
}

// words are the last answer's own, short, without token and secret.
func (r *run) words() string {
	text := maybeToken.ReplaceAllStringFunc(strings.Join(strings.Fields(string(r.wire.body)), " "), func(s string) string {
		if strings.HasPrefix(s, idPrefix) || !strings.ContainsAny(s, "0123456789") {
			return s // an order's id; a code of an error
		}
		return "[token]"
	})
	if secret := r.Credentials.Secret; secret != "" {
		text = strings.ReplaceAll(text, secret, "[secret]")
	}
	return strings.TrimSpace(fmt.Sprintf("%d %.160s", r.wire.status, text))
}
