package apiclient

import "context"

// SetExternalReference hands on the reference that the customer got from the
// bank (setExternalReference, whose address and body are assumptions: POST
// /payins/{idPayin}/{Config.ReferencePath} with {"reference": …}). Sending it
// twice does no harm. A token that isn't granted it: ErrForbidden.
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
	// Any 2xx is consent, whatever it says.
	return c.do(ctx, call{op: op, path: path, token: token, body: body}, func([]byte) error { return nil })
}
