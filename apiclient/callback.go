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

// ErrCallback says that a request isn't a callback about one payment.
var ErrCallback = errors.New("no callback")

// maxCallback is the most that is read of a callback, in bytes.
const maxCallback = 64 << 10

// PayinOfCallback reads which payin a callback is about (interface.md, Events:
// the parameter idPayin). Method, payload and signature aren't shown, so the id
// is taken from the address, from a form or from a JSON object, and whoever sent
// it is believed nothing else: read the payment with GetPayin, and answer 2xx.
// An error wraps ErrCallback.
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
