package apiclient

import "context"

// GetPayin reads the payment (GET /payins/{idPayin}). ErrNotFound means that it
// hasn't been created, or isn't visible yet in all parts of the gateway.
func (c *Client) GetPayin(ctx context.Context, token Token, idPayin string) (Payin, error) {
	const op = "GET /payins/{idPayin}"
	path, err := payment("/payins/", idPayin, "")
	if err != nil {
		return Payin{}, invalid(op, err)
	}
	return c.payin(ctx, call{op: op, path: path, token: token}, idPayin, ofRead)
}
