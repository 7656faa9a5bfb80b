package apiclient

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
)

// unlike is the error of an answer that isn't as an assumption of
// docs/assumptions.md has it, by its name there.
type unlike struct{ assumption, says string }

func (u unlike) Error() string { return u.says }

// aboutOdd are the assumptions about properties that are dropped for their type, by
// the end of their path.
var aboutOdd = map[string]string{
	"expireAt": "time-zone", "createdAt": "time-zone", "processedAt": "time-zone", "paymentInstructionList": "instruction-list",
	"isTest": "is-test", "data[]": "list-form", listEntry: "list-form", "moneyRequired": "broken-required",
}

// answerForm is every other difference of an answer.
const answerForm = "answer-form"

// named is why an answer couldn't be read, with a name.
func named(err error, request call) error {
	_, has := errors.AsType[unlike](err)
	switch {
	case has:
		return err
	case !errors.Is(err, ErrNoBody):
		return unlike{answerForm, ""}
	case request.finds():
		return unlike{"unborn-read", ""}
	default:
		return unlike{"empty-creation", ""}
	}
}

// tell tells of what an answer differs in, once each.
func (c *Client) tell(err error, odd []string) {
	if c.differs == nil {
		return
	}
	names := map[string]bool{}
	if differing, ok := errors.AsType[unlike](err); ok {
		names[differing.assumption] = true
	}
	for _, path := range odd {
		names[cmp.Or(aboutOdd[path[strings.LastIndex(path, ".")+1:]], answerForm)] = true
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c.differs(name)
	}
}
