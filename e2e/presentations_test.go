package e2e

import (
	"slices"
	"testing"

	"payapp/e2e/suite"
)

// Every presentation, from the options to success, as two customers who have
// little in common.
func TestPresentations(t *testing.T) {
	begin(t)
	for i, p := range suite.Presentations {
		for _, who := range []customer{suite.Everybody[i%2*3], suite.Everybody[i%2+1]} {
			t.Run(p.Name+"/"+who.String(), func(t *testing.T) {
				begin(t)
				p.Walk(t, &worldOf(t).World, who)
			})
		}
	}
}

// The presentations that differ with a gateway that grants and answers only
// what the interface shows. A customer who has to give a reference can't, and
// is told whom to ask.
func TestPresentationsBesideAStrictGateway(t *testing.T) {
	begin(t)
	differ := slices.DeleteFunc(slices.Clone(suite.Presentations), func(p suite.Presentation) bool {
		return !slices.Contains(suite.AnsweredOtherwise, p.Name)
	})
	if len(differ) != len(suite.AnsweredOtherwise) {
		t.Errorf("%d of %v are there", len(differ), suite.AnsweredOtherwise)
	}
	for i, p := range append(differ, suite.StrictPresentations...) {
		t.Run(p.Name, func(t *testing.T) {
			beginStrict(t)
			p.Walk(t, &worldOf(t).World, suite.Everybody[i%2])
		})
	}
}

// Every combination leads from the RedirectURL to a payment. A method with an
// operator, one with data and one with a reference take turns, as devices do;
// scenarios has every combination with each.
func TestCombinations(t *testing.T) {
	begin(t)
	turn := 0
	for i, c := range suite.Combinations {
		for _, w := range turns(suite.Ways, i+i/len(suite.Ways)) { // each with each amount of data
			who := suite.Everybody[turn%len(suite.Everybody)]
			turn++
			t.Run(c.Name+"/"+w.Method+"/"+who.String(), func(t *testing.T) {
				begin(t)
				c.Walk(t, &worldOf(t).World, w, who)
			})
		}
	}
}
