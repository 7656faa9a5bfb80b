package apiclient

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// ErrCallback means that a request isn't a callback about one payment.
var ErrCallback = errors.New("no callback")

// maxCallback limits how much of a callback is read, in bytes.
const maxCallback = 64 << 10

// PayinOfCallback returns the id of the payin that a callback is about
// (interface.md, Events: the parameter idPayin). Method, payload and signature
// aren't shown, so the id may be in the address, a form or a JSON object.
// Nothing else in the callback can be trusted: read the payment with GetPayin,
// and answer 2xx. Errors wrap ErrCallback.
func PayinOfCallback(r *http.Request) (idPayin string, err error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxCallback+1))
	if err != nil || len(body) > maxCallback {
		return "", fmt.Errorf("%w: its body can't be read, or is longer than 64 KiB", ErrCallback)
	}
	ids := r.URL.Query()["idPayin"]
	if form, err := url.ParseQuery(string(body)); err == nil {
		ids = append(ids, form["idPayin"]...)
	}
	if bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		var object struct {
			IDPayin string `json:"idPayin"`
		}
		if json.Unmarshal(body, &object) == nil && object.IDPayin != "" {
			ids = append(ids, object.IDPayin)
		}
	}
	for _, id := range ids {
		if id != ids[0] {
			return "", fmt.Errorf("%w: it names several payments", ErrCallback)
		}
	}
	if len(ids) == 0 || strings.TrimSpace(ids[0]) == "" {
		return "", fmt.Errorf("%w: it has no idPayin", ErrCallback)
	}
	return ids[0], nil
}
