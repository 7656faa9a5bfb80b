package watch

import (
	"errors"
	"time"

	"payapp/apiclient"
)

// trust remembers what the gateway thought of tokens.
type trust struct {
	accepted *aged[identity, struct{}]
	// refused holds the error of the last refusal: of a whole token (401,
	// operation "") or of one operation with it (403).
	refused *aged[refusal, error]
}

type refusal struct {
	token     identity
	operation string
}

func newTrust(now func() time.Time) *trust {
	return &trust{
		accepted: newAged[identity, struct{}](identityKept, proofLife, now),
		refused:  newAged[refusal, error](identityKept, refusalLife, now),
	}
}

func (t *trust) proven(token identity) bool {
	_, ok := t.accepted.get(token)
	return ok
}

// refusalOf is the error to answer without a call, or nil.
func (t *trust) refusalOf(token identity, operation string) error {
	if err, ok := t.refused.get(refusal{token, ""}); ok {
		return err
	}
	err, _ := t.refused.get(refusal{token, operation})
	return err
}

// learn remembers what a call's outcome says of its token, and reports whether
// the gateway accepted the token. It did if it answered about the payment,
// "no such payment" included; after an error that says nothing of the token,
// such as a 503, nothing is known.
func (t *trust) learn(token identity, operation string, err error) (accepted bool) {
	switch {
	case errors.Is(err, apiclient.ErrForbidden):
		t.refused.put(refusal{token, operation}, err)
	case errors.Is(err, apiclient.ErrUnauthorized):
		t.refused.put(refusal{token, ""}, err)
		t.accepted.drop(token)
	case err == nil, errors.Is(err, apiclient.ErrNotFound), errors.Is(err, apiclient.ErrConflict), errors.Is(err, apiclient.ErrRefused):
		t.accepted.put(token, struct{}{})
		return true
	}
	return false
}
