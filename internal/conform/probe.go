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

// graded is how well fits what is there.
func graded(there, ok bool, otherwise grade) grade {
	switch {
	case !there:
		return beside
	case ok:
		return fits
	}
	return otherwise
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

func succeeds(s *subject) bool { return s.err == nil }
func granted(s *subject) bool  { return !is(apiclient.ErrUnauthorized)(s) }
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
		g := minor
		if errors.Is(err, apiclient.ErrMalformed) || name == "list-form" { // nobody can choose what a list has lost
			g = grave
		}
		r.note(name, g, strings.TrimPrefix(fmt.Sprintf("%v: %s", errors.Unwrap(err), r.words()), "<nil>: "), "payapp takes what it can read")
	}
	if form := r.wire.form(); form != "" {
		r.note("answer-form", grave, form, "nothing is found in it")
	}
	return err
}

// steps are what is seen without a question of its own, and what it needs; or else why
// nothing is seen.
var steps = map[string]string{
	"token": "gateway-time", "answer-form": "token", "token-answer": "answer-form", "token-validity": "token", "token-timestamp": "token",
	"options": "list-form", "list-form": "answer-form", "uncoded-methods": "list-form", "operators-missing": "list-form",
	"operators-unasked": "list-form", "longest-answer": "token", "creation-body": "answer-form", "return-length": "creation-body",
	"not-found-yet": "token", "rate-size": "token", "rate-scope": "token", "retry-after": "token",
	"status-words": unended, "ends": unended, "money-paid": unended, "failure-reason": unended,
	"refusal-kept": outside, "rate-counting": outside, "broken-required": outside, "callback-form": outside, "upi-reference": outside,
}

const (
	unended = "it needs a payment that ends: --pay"
	outside = "it can't be brought about from outside"
)

// report lists what was seen: about the interface itself, then about each assumption.
func (r *run) report() (list findings.List) {
	needs, settings, names := maps.Clone(steps), map[string]string{}, []string(nil)
	for _, p := range slices.Concat(first, ofPayment) {
		needs[p.name] = cmp.Or(p.needs, "token")
	}
	needs[clock.name] = "" // it can be told without one
	for _, a := range assumptions.List {
		names, settings[a.Name] = append(names, a.Name), a.Setting
	}
	own := slices.DeleteFunc(slices.Sorted(maps.Keys(needs)), func(name string) bool { return slices.Contains(names, name) })
	for _, name := range append(own, names...) {
		said, why := r.seen[name], cmp.Or(r.seen[name].says, "no answer was like it")
		if reason := needs[name]; strings.Contains(reason, " ") {
			why = cmp.Or(r.seen[name].says, reason)
		} else if _, asked := needs[name]; !asked {
			why = "a rule of ours, which no answer shows"
		}
		for up := needs[name]; up != "" && r.seen[up].grade != fits; up = needs[up] {
			if r.seen[up].grade == grave && said.grade != fits {
				said.grade, why = beside, "because of "+up // the first of all
			}
		}
		switch said.grade {
		case beside:
			list.Unknown(name, "", "couldn't be tried: %s", why)
		case fits:
			list.Well(name, "kept: %s", said.says)
		case minor:
			list.Warn(name, "", "differs: %s", said.says)
		case grave:
			mend := "ask the gateway's operator; if it stays so, payapp has to change: report this, with --json"
			if settings[name] != "" {
				mend = "set " + settings[name]
			}
			list.Fail(name, mend, "differs: %s", said.says)
		}
	}
	return list
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
