package console

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

// submitStatus sets a payment's status to any word, known or not.
func (c *Console) submitStatus(kind string) page.Func {
	return func(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, err := c.asked(r, kind)
		if err != nil {
			return nil, err
		}
		if reference := r.PostFormValue("reference"); reference != "" {
			return nil, c.submitReference(w, r, p, reference)
		}
		status := r.PostFormValue("status")
		if status == "" || len(status) > 64 || strings.ContainsAny(status, "\r\n\x00") {
			return nil, page.BadRequest("The form field status is missing or malformed.")
		}
		if err := c.Process.Set(r.Context(), p, status, r.PostFormValue("failureReasonCode"), "set in the console"); err != nil {
			return nil, err
		}
		page.SeeOther(w, r, r.URL.RequestURI())
		return nil, nil
	}
}

// submitReference plays the support desk that a customer calls if the reference
// can't be sent: a strict sandbox grants that operation to nobody.
func (c *Console) submitReference(w http.ResponseWriter, r *http.Request, p store.Payment, reference string) error {
	m, _ := c.Process.Methods.Find(p.Method, p.Currency)
	if p.Kind != store.Payin || m.Reference == rules.NoReference || !m.TakesReference(reference) {
		return page.BadRequest("The payment takes no such reference.")
	}
	err := c.Process.KeepReference(r.Context(), p, reference)
	refusal := "The reference is refused: "
	switch {
	case errors.Is(err, process.ErrEnded):
		return page.BadRequest(refusal + err.Error() + ".")
	case errors.Is(err, process.ErrOtherReference):
		return &page.Error{Status: http.StatusConflict, Text: refusal + err.Error() + "."}
	}
	if err != nil {
		return err
	}
	page.SeeOther(w, r, r.URL.RequestURI())
	return nil
}

// submitResend makes a callback due again.
func (c *Console) submitResend(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	seq, err := strconv.ParseInt(r.PathValue("seq"), 10, 64)
	if err != nil {
		return nil, store.ErrNotFound
	}
	callback, err := c.Store.Callback(r.Context(), seq)
	if err != nil {
		return nil, err
	}
	if err := c.Store.Resend(r.Context(), seq, c.Clock.Now()); err != nil {
		return nil, err
	}
	c.Process.Poke()
	page.SeeOther(w, r, "/console/"+callback.Kind+"s/"+addressed(callback.Merchant, callback.ID))
	return nil, nil
}
