package apiclient

import "context"

// SetExternalReference sends the reference that the customer got from the bank
// (setExternalReference). Address and body are assumptions: POST
// /payins/{idPayin}/{Config.ReferencePath} with {"reference": …}. Sending it
// twice does no harm. It returns ErrForbidden if the token isn't granted it.
func (c *Client) SetExternalReference(ctx context.Context, token Token, idPayin, reference string) error {
	const op = "POST /payins/{idPayin}/externalReference"
	path, err := payment("/payins/", idPayin, "/"+c.referencePath)
	if err != nil {
		return invalid(op, err)
	}
	body, err := encode(map[string]string{"reference": reference})
	if err != nil {
		return invalid(op, err)
	}
	// Any 2xx means accepted, whatever the body.
	return c.do(ctx, call{op: op, path: path, token: token, body: body}, func([]byte) error { return nil })
}
