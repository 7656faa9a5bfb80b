package apiclient

import (
	"errors"
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
	"isTest": "is-test", "data[]": "list-form", "moneyRequired": "broken-required",
}

// tell tells of a difference, if it has a name.
func (c *Client) tell(err error, odd []string) {
	names := map[string]bool{}
	if differing, ok := errors.AsType[unlike](err); ok {
		names[differing.assumption] = true
	}
	for _, path := range odd {
		names[aboutOdd[path[strings.LastIndex(path, ".")+1:]]] = true
	}
	for name := range names {
		if name != "" && c.differs != nil {
			c.differs(name)
		}
	}
}
