package cli

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// validity is a flag for how long a token is valid: Go's durations, with days
// in front ("7d", "1d12h").
type validity time.Duration

const day = 24 * time.Hour

var errValidity = errors.New("no duration such as 30m, 12h or 7d")

// Set is for pflag.Value.
func (v *validity) Set(text string) error {
	var total time.Duration
	if days, rest, found := strings.Cut(text, "d"); found {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return errValidity
		}
		total, text = time.Duration(n)*day, rest
	}
	if text != "" || total == 0 {
		rest, err := time.ParseDuration(text)
		if err != nil || rest < 0 {
			return errValidity
		}
		total += rest
	}
	if total < time.Second {
		return errors.New("shorter than a second")
	}
	*v = validity(total)
	return nil
}

// String is for pflag.Value.
func (v *validity) String() string {
	d := time.Duration(*v)
	if d > 0 && d%day == 0 {
		return strconv.Itoa(int(d/day)) + "d"
	}
	text := d.String() // "30m0s"
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// Type is for pflag.Value.
func (v *validity) Type() string { return "duration" }
