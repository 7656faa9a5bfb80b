package apiclient

import "context"

// GetPayin reads the payment (GET /payins/{idPayin}). ErrNotFound means that it
// hasn't been created, or isn't visible yet in all parts of the gateway.
func (c *Client) GetPayin(ctx context.Context, token Token, idPayin string) (Payin, error) {
	return c.payin(ctx, call{op: "GET /payins/{idPayin}", id: idPayin, token: token}, ofRead)
}

// Accounts are the accounts of a payment's customer. Customer is the one from
// which the money is expected, known shortly after creation if the request
// named one; UsedForPayment is the one it came from, known shortly after
// success. An account that isn't known yet is zero.
type Accounts struct{ Customer, UsedForPayment Account }

// ListAccounts reads the customer's accounts (GET /payins/{idPayin}/accounts).
// The interface doesn't show the answer; its property names are assumed to be
// those of payin responses, accountCustomer and accountCustomerUsedForPayment.
func (c *Client) ListAccounts(ctx context.Context, token Token, idPayin string) (Accounts, error) {
	var accounts Accounts
	err := c.doObject(ctx, call{op: "GET /payins/{idPayin}/accounts", id: idPayin, token: token}, func(top object) error {
		accounts = Accounts{Customer: top.account("accountCustomer"), UsedForPayment: top.account("accountCustomerUsedForPayment")}
		return nil
	})
	return accounts, err
}
