package scenarios

import (
	"os"
	"slices"
	"strings"
	"testing"

	"payapp/internal/known"
	"payapp/internal/testing/golden"
)

const pagesFile = "../docs/pages.md"

// The table that a product owner reads is made from the rows that decide.
func TestMomentsPage(t *testing.T) {
	text, err := os.ReadFile(pagesFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), "lost. -->\n")
	_, after, ok := strings.Cut(rest, "<!-- /moments -->")
	if !ok {
		t.Fatalf("%s has no place for the moments", pagesFile)
	}
	var b strings.Builder
	b.WriteString("\n| `data-moment` | When | Way to pay | Says |\n|---|---|---|---|\n")
	for _, m := range Moments {
		b.WriteString("| `" + string(m.Moment) + "` | " + m.When + " | " + m.Way + " | " + m.Says + " |\n")
	}
	golden.Compare(t, pagesFile, before+"lost. -->\n"+b.String()+"\n<!-- /moments -->"+after, "go generate ./scenarios")
}

// stands are all of them, as far as they make a difference.
func stands(yield func(*stand) bool) {
	flags := []func(*stand) *bool{
		func(s *stand) *bool { return &s.again }, func(s *stand) *bool { return &s.second },
		func(s *stand) *bool { return &s.doubt }, func(s *stand) *bool { return &s.said }, func(s *stand) *bool { return &s.returned },
		func(s *stand) *bool { return &s.number }, func(s *stand) *bool { return &s.stale }, func(s *stand) *bool { return &s.less },
		func(s *stand) *bool { return &s.over }, func(s *stand) *bool { return &s.stops }, func(s *stand) *bool { return &s.leads },
		func(s *stand) *bool { return &s.redirect }, func(s *stand) *bool { return &s.own }, func(s *stand) *bool { return &s.unfolded },
	}
	for _, class := range []known.Class{known.Waits, known.Works, known.Partly, known.Closes, known.Unsure} {
		for _, hitch := range []string{"", ProblemAmount, hitchElsewhere} {
			for n := range 1 << len(flags) {
				s := stand{existence: known.Described, status: known.Pending, class: class, hitch: hitch}
				for i, flag := range flags {
					*flag(&s) = n&(1<<i) != 0
				}
				s.doubt = s.doubt || class != known.Waits
				s.stops = s.stops && hitch == ProblemAmount
				if s.again && s.second {
					continue
				}
				if !yield(&s) {
					return
				}
			}
		}
	}
}

// What must hold of a payment that goes on, whatever else is so.
func TestEveryMoment(t *testing.T) {
	reached := map[Moment]bool{}
	broken := map[string]int{}
	must := func(s *stand, so bool, what string) {
		if broken[what]++; so {
			broken[what]--
		} else if broken[what] == 1 {
			t.Errorf("%s: %+v is %s, %s", what, *s, s.moment(), s.way(s.moment()))
		}
	}
	for s := range stands {
		m := s.moment()
		way := s.way(m)
		reached[m] = true
		is := func(list ...Moment) bool { return slices.Contains(list, m) }
		must(s, !is(Paid, PaidOther, Failed, UsedUpFor, Expired, Accepted), "the gateway said no end")
		must(s, !is(Unpaid, AtBank) || s.class == known.Waits, "only a word that waits is told as waiting")
		must(s, !is(OverdueNone) || !s.doubt && !s.said && !s.returned, "nobody heard, where nobody can have paid")
		must(s, !is(Overdue, OverdueNone, OverdueSaid) || s.over, "the time is over")
		must(s, s.class != known.Closes || is(Closed), "a closed word is told as such")
		must(s, !s.said || way != Open || s.unfolded, "no way is open for who says to have paid")
		must(s, !s.said || !s.number || s.again || s.class == known.Closes || is(NumberDue), "a number that is due is asked for")
		must(s, way == NoWay || s.hitch == "", "a way can be paid by")
		must(s, way == NoWay || !s.over, "no way after the deadline")
		must(s, !s.second || way != Open || s.unfolded, "after a first try no way is open by itself")
		must(s, !is(Stopped) || s.awaits() && s.stops && !s.said, "stopped, where it waits for the money")
		must(s, !is(Leaving) || s.leads && s.redirect && s.hitch == "" && !s.over, "on to the bank, once")
		must(s, !s.again || is(Closed, CheckedAgain), "checked again")
		bare := *s
		bare.again, bare.less, bare.over, bare.said, bare.returned, bare.stops = false, false, false, false, false, false
		must(s, bare.class != known.Works || bare.moment() == Working, "worked on")
		must(s, s.class != known.Unsure || way != Folded || !s.own || s.said || s.returned || s.second, "in the browser that paid an unsure word leaves the way open")
	}
	for _, status := range []known.Status{known.Success, known.Failed, known.Expired} {
		for _, n := range []bool{false, true} {
			s := stand{existence: known.Described, status: status, whole: n, usedUp: n, said: n, returned: n, stale: n, over: n, number: n, hitch: hitchElsewhere}
			m := s.moment()
			reached[m] = true
			must(&s, s.way(m) == NoWay, "an end has no way")
			must(&s, slices.Contains(map[known.Status][]Moment{known.Success: {Paid, PaidOther}, known.Failed: {Failed, UsedUpFor}, known.Expired: {Expired}}[status], m), "an end is told")
		}
	}
	for _, s := range []stand{{existence: known.Accepted, status: known.Pending}, {existence: known.Accepted, status: known.Pending, stale: true}} {
		reached[s.moment()] = true
	}
	for _, row := range Moments {
		if !reached[row.Moment] {
			t.Errorf("nothing is %s", row.Moment)
		}
	}
}
