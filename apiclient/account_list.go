package apiclient

import "context"

// ListAccounts reads the customer's account data (GET
// /payins/{idPayin}/accounts): what the request had, shortly after creation,
// and what the process collected, shortly after success. The interface doesn't
// show the answer; assumed are the names of the payin responses,
// accountCustomer and accountCustomerUsedForPayment, in this order.
func (c *Client) ListAccounts(ctx context.Context, token Token, idPayin string) ([]Account, error) {
	const op = "GET /payins/{idPayin}/accounts"
	path, err := payment("/payins/", idPayin, "/accounts")
	if err != nil {
		return nil, invalid(op, err)
	}
	var accounts []Account
	err = c.doObject(ctx, call{op: op, path: path, token: token}, func(top object) error {
		for _, name := range []string{"accountCustomer", "accountCustomerUsedForPayment"} {
			if account := top.account(name); account != (Account{}) {
				accounts = append(accounts, account)
			}
		}
		return nil
	})
	return accounts, err
}
