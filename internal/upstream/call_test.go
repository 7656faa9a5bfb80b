package upstream

import (
	"errors"
	"fmt"
	"testing"

	"payapp/apiclient"
)

// Each kind of failure has its own name in metrics: "unavailable" is an outage
// and nothing else.
func TestOutcomesAreToldApart(t *testing.T) {
	seen := map[string]error{}
	for _, err := range []error{
		nil, ErrInLine, apiclient.ErrUnauthorized, apiclient.ErrNotFound, apiclient.ErrConflict, apiclient.ErrRefused,
		apiclient.ErrRateLimited, apiclient.ErrInvalid, apiclient.ErrMalformed, apiclient.ErrVersion, apiclient.ErrUnavailable,
		fmt.Errorf("%w: %w", apiclient.ErrForbidden, apiclient.ErrUnauthorized),
	} {
		name := outcomeOf(err)
		if other, ok := seen[name]; ok {
			t.Errorf("%v and %v are both %q", other, err, name)
		}
		seen[name] = err
	}
	if err := seen["unavailable"]; !errors.Is(err, apiclient.ErrUnavailable) {
		t.Errorf(`%v is "unavailable"`, err)
	}
}
