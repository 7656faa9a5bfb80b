package console

import (
	"net/http"
	"strings"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

// submitPlay does what the customer decided, once: a payment that has ended, or
// is being processed, doesn't change. where is for the payment's story.
func (c *Console) submitPlay(where string) page.Func {
	return func(w http.ResponseWriter, r *http.Request) (*page.Page, error) {
		p, state, err := c.played(r)
		if err != nil {
			return nil, err
		}
		action := r.PostFormValue("action")
		if !process.Final(state.Status) && state.Status != process.Processing {
			if err := c.play(r, p, action, where); err != nil {
				return nil, err
			}
		}
		if page.WantsJSON(r) {
			view, err := c.playView(r)
			return &page.Page{JSON: view}, err
		}
		target := r.URL.RequestURI()
		if p.ReturnURL != "" && (action == "pay" || r.PathValue("play") != "" && !strings.HasPrefix(action, "pay-")) {
			target = p.ReturnURL
		}
		// This answer's CSP applies to the form's redirect too.
		page.Secure(w.Header(), page.Origin(p.ReturnURL))
		http.Redirect(w, r, target, http.StatusSeeOther)
		return nil, nil
	}
}

// otherwise says how a customer paid who didn't pay as asked.
var otherwise = map[directive.Paid]string{
	directive.PaidPartly: "half of it", directive.PaidWrong: "another amount", directive.PaidLate: "after the deadline",
}

func (c *Console) play(r *http.Request, p store.Payment, action, where string) error {
	switch action {
	case "pay", "pay-stay":
		return c.Process.Pay(r.Context(), p, "the customer paid "+where)
	case "pay-partial", "pay-wrong", "pay-late":
		how := directive.Paid(strings.TrimPrefix(action, "pay-"))
		return c.Process.PayDifferently(r.Context(), p, how, "the customer paid "+otherwise[how]+" "+where)
	case "refuse":
		return c.Process.Set(r.Context(), p, process.Refused, "", "refused "+where)
	case "fail":
		return c.Process.Set(r.Context(), p, process.Failed, "", "failed "+where)
	case "cancel":
		return c.Process.Set(r.Context(), p, process.Canceled, "", "the customer cancelled "+where)
	}
	return page.BadRequest("The form field action says nothing known.")
}
