package console

import (
	"net/http"

	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/page"
)

type merchantsPage struct {
	List []merchantView
	Made *madeMerchant // just now
}

// merchantView is a merchant as pages and programs see it.
type merchantView struct {
	Code      string   `json:"merchantCode"`
	Name      string   `json:"name,omitempty"`
	Says      string   `json:"says,omitempty"`      // what is special about it
	Methods   []string `json:"methods,omitempty"`   // as currency/code; all if absent
	Operators []string `json:"operators,omitempty"` // all if absent
	Keys      int      `json:"publicKeys"`          // the demo key is one
	Secrets   int      `json:"secrets"`
	Own       bool     `json:"own"` // people made it
}

// madeMerchant is a merchant just made: its secret and private key are told this
// once.
type madeMerchant struct {
	merchantView
	Secret     string `json:"secret"`
	PrivateKey string `json:"privateKey,omitempty"`
}

// showMerchants lists the merchants.
func (c *Console) showMerchants(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	return c.merchantsPage(r, nil)
}

func (c *Console) merchantsPage(r *http.Request, made *madeMerchant) (*page.Page, error) {
	body := merchantsPage{List: []merchantView{}, Made: made}
	for _, m := range c.Merchants.All() {
		view, err := c.merchantView(r, m)
		if err != nil {
			return nil, err
		}
		body.List = append(body.List, view)
	}
	p := &page.Page{Name: "merchants", Title: "Merchants", Body: body, JSON: map[string]any{"merchants": body.List}}
	if made != nil {
		p.JSON = made
	}
	return p, nil
}

func (c *Console) merchantView(r *http.Request, m merchant.Merchant) (merchantView, error) {
	keys, err := merchant.PublicKeys(r.Context(), c.Store, c.DemoKey, m.Code)
	if err != nil {
		return merchantView{}, err
	}
	secrets, err := merchant.Secrets(r.Context(), c.Store, m.Code)
	if err != nil {
		return merchantView{}, err
	}
	return merchantView{
		Code: m.Code, Name: m.Name, Says: m.Says, Methods: m.Only, Operators: m.Operators,
		Keys: len(keys), Secrets: len(secrets), Own: c.Merchants.IsOwn(m.Code),
	}, nil
}

// merchantAnswer leads back to the merchants, and tells programs of one.
func (c *Console) merchantAnswer(r *http.Request, m merchant.Merchant) (*page.Page, error) {
	view, err := c.merchantView(r, m)
	if err != nil {
		return nil, err
	}
	return &page.Page{To: "/console/merchants", JSON: view}, nil
}
