package apiclient

import (
	"bytes"
	"context"
	"errors"
)

// ReferencePath is where the payment's external reference is set, relative to
// {base_url}, as a token's operations name it (Claims.Allows).
func (c *Client) ReferencePath(idPayin string) string {
	return "/payins/" + idPayin + "/" + c.referencePath
}

// SetExternalReference sends the reference that the customer got from the bank
// (setExternalReference). Address and body are assumptions: POST
// /payins/{idPayin}/{Config.ReferencePath} with {"reference": …}. Sending it
// twice does no harm. It returns ErrForbidden if the token isn't granted it.
func (c *Client) SetExternalReference(ctx context.Context, token Token, idPayin, reference string) error {
	request := call{
		op: "POST /payins/{idPayin}/externalReference", path: "/payins/{idPayin}/" + c.referencePath, id: idPayin, token: token,
		content: map[string]string{"reference": reference},
	}
	return c.do(ctx, request, func(body []byte) error { // any 2xx means accepted, but for a page of something on the way
		if bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
			return errors.New("a page instead of an answer")
		}
		return nil
	})
}
