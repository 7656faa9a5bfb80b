package console

import (
	"net/http"
)

// playView is a page on which a person plays a role, for programs.
type playView struct {
	IDPayin   string `json:"idPayin"`
	Merchant  string `json:"merchantCode"`
	Status    string `json:"status"`
	Amount    string `json:"amount"` // to be paid
	Currency  string `json:"currencyCode"`
	Payload   string `json:"payload,omitempty"` // of the code
	ReturnURL string `json:"returnUrl,omitempty"`
	Open      bool   `json:"open"` // somebody can still decide
}

func (c *Console) playView(r *http.Request) (playView, error) {
	p, state, err := c.played(r)
	if err != nil {
		return playView{}, err
	}
	response, err := answered(p)
	if err != nil {
		return playView{}, err
	}
	body := playPage{Payment: p, Redirected: r.PathValue("play") != ""}
	body.fill(state.Status, response)
	return playView{
		IDPayin: p.ID, Merchant: p.Merchant, Status: state.Status, Amount: body.ToPay.Bare(), Currency: p.Currency, Payload: body.Payload,
		ReturnURL: p.ReturnURL, Open: body.Open,
	}, nil
}
