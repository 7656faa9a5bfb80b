package cli

import (
	"errors"
	"fmt"
	"strings"

	"payapp/apiclient"
	"payapp/internal/findings"
)

// inWords says why there is no token, with the gateway's own code and message,
// since a merchant can act on them. The client has removed the secret.
func inWords(err error) error {
	failure, ok := errors.AsType[*apiclient.Error](err)
	if !ok {
		return err
	}
	var text string
	switch {
	case errors.Is(err, apiclient.ErrUnauthorized):
		text = "the gateway refused the merchant: is the code right, is the public key registered with the gateway " +
			"(or the secret current), and is this machine's clock right?"
	case errors.Is(err, apiclient.ErrNotFound), errors.Is(err, apiclient.ErrVersion):
		text = "there is no gateway at this address: it doesn't know " + failure.Op
	case errors.Is(err, apiclient.ErrRateLimited):
		text = "the gateway gets too many requests of this merchant; try again in a moment"
	case errors.Is(err, apiclient.ErrMalformed):
		text = "what answers at this address doesn't speak the gateway's interface"
	case errors.Is(err, apiclient.ErrUnavailable):
		text = "the gateway can't be reached"
		if failure.HTTPStatus != 0 {
			text = fmt.Sprintf("the gateway is not available: status %d", failure.HTTPStatus)
		} else if cause := errors.Unwrap(failure); cause != nil {
			text += ": " + cause.Error()
		}
	default:
		text = "the gateway doesn't take the request"
	}
	if reply := gatewaysWords(failure); reply != "" {
		text += " (" + reply + ")"
	}
	return errors.New(text)
}

// gatewaysWords are the answer's code, message and fields, safe for a terminal.
func gatewaysWords(failure *apiclient.Error) string {
	var parts []string
	for _, part := range []string{failure.Code, failure.Message} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	for _, field := range failure.Fields {
		parts = append(parts, field.Field)
	}
	return findings.Printable(strings.Join(parts, ": "))
}
