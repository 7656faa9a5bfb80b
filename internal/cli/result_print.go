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
	ExpiresAt   time.Time `json:"expiresAt,omitzero"` // the token's own word
}

// print writes the link alone to standard output, so that $(payapp link …) is
// the link, and the rest to standard error; or all of it as JSON.
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
	encoder.SetEscapeHTML(false) // a link's & stays legible
	return encoder.Encode(value)
}
