package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// result is what a link command prints.
type result struct {
	IDPayin     string    `json:"idPayin"`
	Token       string    `json:"token"`
	RedirectURL string    `json:"redirectUrl,omitempty"`
	StatusURL   string    `json:"statusUrl,omitempty"`
	ExpiresAt   time.Time `json:"expiresAt,omitzero"` // as the token says
}

// print writes only the link to standard output, so that $(payapp link …) is
// the link, and the rest to standard error; or everything as JSON.
func (r result) print(streams Streams, asJSON bool) error {
	if asJSON {
		return printJSON(streams.Out, r)
	}
	until := ""
	if !r.ExpiresAt.IsZero() {
		until = ", valid until " + r.ExpiresAt.Format(time.RFC3339)
	}
	fmt.Fprintf(streams.Err, "order %s%s\n", r.IDPayin, until)
	_, err := fmt.Fprintln(streams.Out, cmp.Or(r.RedirectURL, r.StatusURL))
	return err
}

func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false) // keeps a link's & readable
	return encoder.Encode(value)
}
