package cli

import (
	"errors"
	"io"

	"github.com/spf13/pflag"

	"payapp/apiclient"
)

// requester is what a command needs to request a link's token.
type requester struct {
	addresses
	account
}

func (r *requester) declare(flags *pflag.FlagSet) {
	r.addresses.declare(flags)
	r.account.declare(flags)
}

// asking is a call that returns a token.
type asking func(*apiclient.Client, apiclient.Credentials) (apiclient.Token, error)

// token requests a token, unless there are faults: those given by the caller,
// or those of its own flags.
func (r *requester) token(in io.Reader, faults []error, ask asking) (apiclient.Token, error) {
	faults = append(append(r.addresses.faults(), r.account.faults()...), faults...)
	if len(faults) > 0 {
		return apiclient.Token{}, usageError{errors.Join(faults...)}
	}
	credentials, err := r.account.read(in)
	if err != nil {
		return apiclient.Token{}, err
	}
	client, err := r.client()
	if err != nil {
		return apiclient.Token{}, err
	}
	token, err := ask(client, credentials)
	if err != nil {
		return apiclient.Token{}, inWords(err)
	}
	return token, nil
}
