package harness

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Shop is the demo shop of a sandbox: it makes orders, and plays the bank that pays
// them. Neither its calls nor the console's count against the rate.
type Shop struct {
	Sandbox string // its address
	Public  string // the application's, to which its links must lead
	Client  *http.Client
}

// Demo is the merchant that every sandbox has.
const Demo = "DEMO"

// Order is a payment as its merchant knows it.
type Order struct {
	IDPayin     string `json:"idPayin"`
	Token       string `json:"token"`
	RedirectURL string `json:"redirectUrl"`
	StatusURL   string `json:"statusUrl"`
}

// Make has the shop sign a token and build the links, by the fields of its form.
// A pay link lives for two hours unless the form says otherwise.
func (s Shop) Make(ctx context.Context, form url.Values) (o Order, err error) {
	if !form.Has("validity") {
		form.Set("validity", "2h")
	}
	body, err := s.post(ctx, "/shop", form)
	if err != nil {
		return Order{}, err
	}
	if err := json.Unmarshal(body, &o); err != nil {
		return Order{}, fmt.Errorf("the shop made no order: %.200s", body)
	}
	if !strings.HasPrefix(o.RedirectURL, s.Public+"/?") {
		return Order{}, fmt.Errorf("the shop's link leads elsewhere: %.60s", o.RedirectURL)
	}
	return o, nil
}

// Settle makes the gateway say SUCCESS from now on.
func (s Shop) Settle(ctx context.Context, id string) error { return s.Say(ctx, id, "SUCCESS") }

// Say makes the gateway say this of the payment from now on.
func (s Shop) Say(ctx context.Context, id, status string) error {
	_, err := s.post(ctx, "/console/payins/"+url.PathEscape(id), url.Values{"status": {status}})
	return err
}

// FailReads makes every read of a payment fail, until EndFaults.
func (s Shop) FailReads(ctx context.Context, id string) error {
	_, err := s.post(ctx, "/console/faults", url.Values{"kind": {"503"}, "operation": {"payin-read"}, "percent": {"100"}, "idPayin": {id}})
	return err
}

// EndFaults ends all faults.
func (s Shop) EndFaults(ctx context.Context) error {
	_, err := s.post(ctx, "/console/faults/remove", url.Values{"index": {"all"}})
	return err
}

func (s Shop) post(ctx context.Context, path string, form url.Values) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Sandbox+path, strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	response, err := s.Client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err == nil && response.StatusCode/100 != 2 {
		err = fmt.Errorf("%s answers %s: %.200s", path, response.Status, body)
	}
	return body, err
}
