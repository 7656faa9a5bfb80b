package sandbox

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
)

// submitStatus sets a payment's status: any word, known or not.
func (s *Sandbox) submitStatus(kind string) page.Func {
	return func(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, err := s.asked(r, kind)
		if err != nil {
			return nil, err
		}
		if reference := r.PostFormValue("reference"); reference != "" {
			return nil, s.submitReference(w, r, p, reference)
		}
		status := r.PostFormValue("status")
		if status == "" || len(status) > 64 || strings.ContainsAny(status, "\r\n\x00") {
			return nil, page.BadRequest("The form field status is missing or malformed.")
		}
		if err := s.process.Set(r.Context(), p, status, r.PostFormValue("failureReasonCode"), "set in the console"); err != nil {
			return nil, err
		}
		page.SeeOther(w, r, r.URL.RequestURI())
		return nil, nil
	}
}

// submitReference is the support desk that a customer calls where the number
// can't be sent: a strict sandbox grants nobody that operation.
func (s *Sandbox) submitReference(w http.ResponseWriter, r *http.Request, p store.Payment, reference string) error {
	m, _ := rules.Find(p.Method, p.Currency)
	if p.Kind != store.Payin || m.Reference == rules.NoReference || !m.TakesReference(reference) {
		return page.BadRequest("The payment takes no such reference.")
	}
	err := s.process.KeepReference(r.Context(), p, reference)
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
func (s *Sandbox) submitResend(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	seq, err := strconv.ParseInt(r.PathValue("seq"), 10, 64)
	if err != nil {
		return nil, store.ErrNotFound
	}
	callback, err := s.store.Callback(r.Context(), seq)
	if err != nil {
		return nil, err
	}
	if err := s.store.Resend(r.Context(), seq, s.clock.Now()); err != nil {
		return nil, err
	}
	s.process.Poke()
	page.SeeOther(w, r, "/console/"+callback.Kind+"s/"+addressed(callback.Merchant, callback.ID))
	return nil, nil
}

// submitKey registers a further public key of a merchant.
func (s *Sandbox) submitKey(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	m, ok := merchant.ByCode(r.PostFormValue("merchantCode"))
	if !ok {
		return nil, page.BadRequest("There is no such merchant.")
	}
	pem := strings.TrimSpace(r.PostFormValue("pem")) + "\n"
	if _, err := token.ParsePublicKey([]byte(pem)); err != nil {
		return nil, page.BadRequest("This is no RSA public key in PEM: " + err.Error() + ".")
	}
	if err := s.store.AddKey(r.Context(), m.Code, pem); err != nil {
		return nil, err
	}
	page.SeeOther(w, r, "/console")
	return nil, nil
}

// submitSecrets replaces a merchant's current secrets: those that aren't in the
// list are withdrawn.
func (s *Sandbox) submitSecrets(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
	m, ok := merchant.ByCode(r.PostFormValue("merchantCode"))
	if !ok {
		return nil, page.BadRequest("There is no such merchant.")
	}
	current := strings.Fields(r.PostFormValue("secrets"))
	if len(current) == 0 {
		return nil, page.BadRequest("A merchant has at least one secret.")
	}
	if err := merchant.SetSecrets(r.Context(), s.store, m.Code, current); err != nil {
		return nil, err
	}
	page.SeeOther(w, r, "/console")
	return nil, nil
}
