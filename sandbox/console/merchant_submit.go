package console

import (
	"net/http"
	"strings"

	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/token"
)

// submitKey registers another public key of a merchant.
func (c *Console) submitKey(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	m, ok := c.Merchants.ByCode(r.PostFormValue("merchantCode"))
	if !ok {
		return nil, page.BadRequest("There is no such merchant.")
	}
	pem := strings.TrimSpace(r.PostFormValue("pem")) + "\n"
	if _, err := token.ParsePublicKey([]byte(pem)); err != nil {
		return nil, noPublicKey(pem, err)
	}
	if err := c.Store.AddKey(r.Context(), m.Code, pem); err != nil {
		return nil, err
	}
	return c.merchantAnswer(r, m)
}

// submitSecrets replaces a merchant's current secrets: those not in the list
// are revoked.
func (c *Console) submitSecrets(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	m, ok := c.Merchants.ByCode(r.PostFormValue("merchantCode"))
	if !ok {
		return nil, page.BadRequest("There is no such merchant.")
	}
	current := strings.Fields(r.PostFormValue("secrets"))
	if len(current) == 0 {
		return nil, page.BadRequest("A merchant has at least one secret.")
	}
	if err := merchant.SetSecrets(r.Context(), c.Store, m.Code, current); err != nil {
		return nil, err
	}
	return c.merchantAnswer(r, m)
}

// noPublicKey says what was sent instead of a public key.
func noPublicKey(pem string, err error) error {
	if strings.Contains(pem, "PRIVATE KEY") {
		return page.BadRequest("This is a private key: it signs, and nobody else should have it. Send the public one.")
	}
	return page.BadRequest("This is no RSA public key in PEM: " + err.Error() + ".")
}
