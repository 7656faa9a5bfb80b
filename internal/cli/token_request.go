package cli

import (
	"errors"
	"io"

	"github.com/spf13/pflag"

	"payapp/apiclient"
)

// requester is what a command needs to ask the gateway for a link's token.
type requester struct {
	addresses
	account
}

func (r *requester) declare(flags *pflag.FlagSet) {
	r.addresses.declare(flags)
	r.account.declare(flags)
}

// asking is a call that gives a token.
type asking func(*apiclient.Client, apiclient.Credentials) (apiclient.Token, error)

// token asks for a token unless the command line is wrong: by the flags here,
// or by what the caller found.
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
