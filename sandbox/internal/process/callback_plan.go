package process

import (
	"context"
	"net/url"
	"strings"
	"time"

	"payapp/sandbox/internal/directive"
	"payapp/sandbox/internal/store"
)

// Notes of unusual callbacks.
const (
	noteNever   = "~callback-never: not sent"
	noteSwapped = "~callback-swapped: sent after the last one"
)

// afterLast is how long after the last callback those come that it overtook.
const afterLast = time.Second

// emissions are a change's callbacks: one, unless the payment's directives say
// otherwise.
func (r *Runner) emissions(now time.Time) func(store.Change) []store.Emission {
	return func(c store.Change) []store.Emission {
		asked := directive.Parse(c.ID + c.Steering).Callbacks
		first := store.Emission{At: now}
		switch {
		case asked.Never:
			return []store.Emission{{Note: noteNever}}
		case asked.Swapped && !Final(c.Status):
			return []store.Emission{{Note: noteSwapped}}
		case asked.Late > 0:
			first.At, first.Note = now.Add(asked.Late), "~callback-late: "+asked.Late.String()+" late"
		}
		if asked.Astray {
			first.URL, first.Note = Astray(c.CallbackURL), "~callback-astray: to a wrong address"
		}
		if asked.Swapped {
			first.Frees, first.FreesAt = noteSwapped, first.At.Add(afterLast)
		}
		list := []store.Emission{first}
		if asked.Twice {
			list = append(list, store.Emission{At: first.At.Add(asked.TwiceAfter), URL: first.URL, Note: "~callback-twice: the second one"})
		}
		if asked.Unknown {
			list = append(list, store.Emission{
				At: first.At, URL: first.URL, TellsID: Nobody(c.ID), Note: "~callback-unknown: about an id that nobody has",
			})
		}
		return list
	}
}

// Astray is a wrong address: the same host, another path.
func Astray(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Path, u.RawPath = strings.TrimSuffix(u.Path, "/")+"-astray", ""
	return u.String()
}

// Nobody is an id that no payment has, unless somebody means it to.
func Nobody(id string) string {
	const prefix = "nobody-"
	return prefix + id[:min(len(id), 128-len(prefix))]
}

// CallbackFirst sends a callback of a payment that was just created, and returns
// when the listener has answered, or doesn't in time.
func (r *Runner) CallbackFirst(ctx context.Context, p store.Payment, status string) error {
	now := r.Clock.Now()
	// Leased at once: nobody else shall deliver it.
	seq, err := r.Store.AddCallback(ctx, p, status, now, store.Emission{
		At: now.Add(lease), Note: "~callback-first: before the creation's answer",
	})
	if err != nil {
		return err
	}
	callback, err := r.Store.Callback(ctx, seq)
	if err != nil {
		return err
	}
	return r.deliver(ctx, callback)
}

// Send sends a payment's callback now, whatever was sent before, as the
// emission says, and returns its number.
func (r *Runner) Send(ctx context.Context, p store.Payment, e store.Emission) (int64, error) {
	now := r.Clock.Now()
	state, err := r.Store.State(ctx, p, now)
	if err != nil {
		return 0, err
	}
	seq, err := r.Store.AddCallback(ctx, p, state.Status, now, e)
	r.Wake()
	return seq, err
}
