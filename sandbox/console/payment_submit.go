package console

import (
	"errors"
	"net/http"
	"strings"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

// submitStatus sets a payment's status to any word, known or not.
func (c *Console) submitStatus(kind string) page.Func {
	return func(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, err := c.asked(r, kind)
		if err != nil {
			return nil, err
		}
		if reference := r.PostFormValue("reference"); reference != "" {
			if err := c.submitReference(r, p, reference); err != nil {
				return nil, err
			}
			return c.backTo(r, kind)
		}
		status := r.PostFormValue("status")
		if status == "" || len(status) > 64 || strings.ContainsAny(status, "\r\n\x00") {
			return nil, page.BadRequest("The form field status is missing or malformed.")
		}
		if err := c.Process.Set(r.Context(), p, status, r.PostFormValue("failureReasonCode"), "set in the console"); err != nil {
			return nil, err
		}
		return c.backTo(r, kind)
	}
}

// backTo leads back to the payment's page after a form.
func (c *Console) backTo(r *http.Request, kind string) (*page.Page, error) {
	body, err := c.payment(r, kind)
	if err != nil {
		return nil, err
	}
	return back(r, &page.Page{To: r.URL.RequestURI(), JSON: body.view()}), nil
}

// submitReference plays the support desk that a customer calls if the reference
// can't be sent: a strict sandbox grants that operation to nobody.
func (c *Console) submitReference(r *http.Request, p store.Payment, reference string) error {
	m, _ := c.Process.Methods.Find(p.Method, p.Currency)
	if p.Kind != store.Payin || m.Reference == rules.NoReference || !m.TakesReference(reference) {
		return page.BadRequest("The payment takes no such reference.")
	}
	err := c.Process.AddReference(r.Context(), p, reference)
	refusal := "The reference is refused: "
	switch {
	case errors.Is(err, process.ErrEnded):
		return page.BadRequest(refusal + err.Error() + ".")
	case errors.Is(err, process.ErrOtherReference):
		return &page.Error{Status: http.StatusConflict, Text: refusal + err.Error() + "."}
	}
	return err
}
