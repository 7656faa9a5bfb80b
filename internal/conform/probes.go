package conform

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"payapp/apiclient"
)

// probe is one question. ok judges the answer: the wire's, and what the client made of
// it. a is the payment that it is about, nil for one that is never made.
type probe struct {
	name  string
	ask   func(context.Context, *run, *answer) error
	ok    func(*run, error) bool
	grave bool
	does  string // what payapp does where it differs
}

// errBeside means that the question doesn't fit the payment.
var errBeside = errors.New("not asked")

func (r *run) ask(ctx context.Context, list []probe, a *answer) {
	for _, p := range list {
		if err := p.ask(ctx, r, a); errors.Is(err, errBeside) {
			continue
		} else if p.ok(r, err) {
			r.note(p.name, kept(fmt.Sprintf("%d", r.wire.status)))
		} else {
			r.note(p.name, differs(p.grave, "the answer is "+r.words(), p.does))
		}
	}
}

// is judges by the kind of error.
func is(kinds ...error) func(*run, error) bool {
	return func(_ *run, err error) bool {
		return slices.ContainsFunc(kinds, func(kind error) bool { return errors.Is(err, kind) })
	}
}

func status(these ...int) func(*run, error) bool {
	return func(r *run, _ error) bool { return slices.Contains(these, r.wire.status) }
}

func asUnborn(r *run, _ error) bool   { return r.wire.status == r.unborn }
func succeeds(_ *run, err error) bool { return err == nil }

// read is a question that reads the payment that isn't there, with other headers.
func read(change http.Header, token func(context.Context, *run) apiclient.Token, id func(*run) string) func(context.Context, *run, *answer) error {
	return func(ctx context.Context, r *run, _ *answer) error {
		r.wire.change = change
		defer func() { r.wire.change = nil }()
		_, err := r.client.GetPayin(ctx, token(ctx, r), id(r))
		return err
	}
}

func ownToken(_ context.Context, r *run) apiclient.Token { return r.token }
func ownID(r *run) string                                { return r.id }

// readOther reads another payment that isn't there.
func readOther(id string) func(context.Context, *run, *answer) error {
	return read(nil, func(ctx context.Context, r *run) apiclient.Token {
		return r.byAction(ctx, apiclient.ActionPayinCreate, id)
	}, func(*run) string { return id })
}

// probes need no payment.
var probes = []probe{
	{"unborn-read", read(nil, ownToken, ownID), func(r *run, err error) bool {
		r.unborn = r.wire.status
		return is(apiclient.ErrNotFound, apiclient.ErrVersion)(r, err)
	}, false, "the customer goes on to the options, which are asked for once more"},
	{
		"missing-or-version", read(nil, ownToken, ownID), func(_ *run, err error) bool { return !errors.Is(err, apiclient.ErrVersion) },
		false, "a missing payment counts as a refused X-API-Version, until another answer tells; alerts fire",
	},
	{"missing-or-version", read(http.Header{"X-Api-Version": {"99"}}, ownToken, ownID), is(apiclient.ErrVersion), false, "a refused version isn't recognised as one by its words"},
	{"gateway-time", read(nil, ownToken, ownID), func(r *run, _ error) bool { return r.client.Ahead().Abs() < time.Minute }, true, "its Date and this machine's clock differ by more than a minute: tokens and deadlines are misjudged"},
	{"limits", read(http.Header{"X-Padding": {strings.Repeat("a", 4<<10)}}, ownToken, ownID), asUnborn, false, "with 4 KB more of headers: long tokens, and traces' headers, may be refused"},
	{"token-rejected", read(nil, func(_ context.Context, r *run) apiclient.Token {
		text := r.token.Reveal()
		return apiclient.NewToken(text[:len(text)*4/5] + strings.Repeat("A", 20))
	}, ownID), status(http.StatusUnauthorized), false, "whoever has a token that is over is asked for more, before the page says so"},
	{"order-id-form", readOther(newID("long") + strings.Repeat("x", 105)), asUnborn, false, "to an id of 128 letters: shops must use shorter ones"},
	{"order-id-form", readOther(newID("odd") + " é/&+%?#:@"), asUnborn, false, "to an id with a space and others: shops must use letters and digits"},
	{"not-granted", func(ctx context.Context, r *run, _ *answer) error {
		_, err := r.client.GetOptions(ctx, r.byAction(ctx, apiclient.ActionPayinInfo, r.id), r.Payments[0].Money)
		return err
	}, status(http.StatusForbidden, http.StatusUnauthorized), false, "what isn't granted is called only where a token's claims don't say so"},
	{"channel-name", func(ctx context.Context, r *run, _ *answer) error {
		info, err := r.client.GetMerchantInfo(ctx, r.tokenFor(ctx, r.id))
		if err == nil && info.ChannelName == "" {
			err = apiclient.ErrNoBody
		}
		return err
	}, succeeds, false, "pages have no name of the shop, unless PAYAPP_BRANDING has"},
	{"invalid-input", createNothing, is(apiclient.ErrInvalid, apiclient.ErrRefused), true, "to a method that there isn't: pages don't take it for a refusal of what was sent"},
	{"error-body", createNothing, func(_ *run, err error) bool {
		failure, ok := errors.AsType[*apiclient.Error](err)
		return ok && len(failure.Fields) > 0
	}, false, "no field can be read of it, so a refused value isn't shown at its field"},
}

// createNothing creates by a method that there isn't.
func createNothing(ctx context.Context, r *run, _ *answer) error {
	id := newID("nothing")
	_, err := r.client.CreatePayin(ctx, r.tokenFor(ctx, id), id, apiclient.PayinRequest{
		Money: r.Payments[0].Money, Method: map[string]any{"paymentMethodCode": "PAYAPP_CONFORM"}, CallbackURL: callbackURL, ReturnURL: returnURL(200),
	})
	return err
}

// followUps are about a payment that exists.
var followUps = []probe{
	{"creation-twice", func(ctx context.Context, _ *run, a *answer) error { return a.again(ctx, a.returnURL) }, is(apiclient.ErrConflict), false, "to the same creation again: its answer is taken as the first one's"},
	{"creation-twice", func(ctx context.Context, _ *run, a *answer) error { return a.again(ctx, returnURL(127)) }, is(apiclient.ErrConflict), true, "to the same id with another body: an order might be paid twice"},
	{"accounts-answer", func(ctx context.Context, r *run, a *answer) error {
		list, err := r.client.ListAccounts(ctx, a.token, a.id)
		if r.wire.status == http.StatusNotFound || r.wire.status == http.StatusForbidden {
			return errBeside
		} else if err == nil && list == (apiclient.Accounts{}) && len(r.wire.object()) > 0 {
			err = apiclient.ErrMalformed
		}
		return err
	}, succeeds, false, "the account that paid isn't found in it"},
	{"reference-path", func(ctx context.Context, _ *run, a *answer) error { return a.number(ctx, a.token) }, func(r *run, err error) bool {
		claims, _ := apiclient.ReadClaims(r.token)
		for _, operation := range claims.Operations { // whose path is a regular expression
			_, own, found := strings.Cut(operation, r.id+"/")
			if verb, _, _ := strings.Cut(operation, " "); found && err != nil && verb == http.MethodPost && own != "accounts" && !strings.HasSuffix(r.client.ReferencePath(""), "/"+own) {
				r.file.ReferencePath = strings.ReplaceAll(own, `\`, "")
			}
		}
		return err == nil
	}, true, "the customer's number doesn't arrive"},
	{"reference-grant", func(ctx context.Context, r *run, a *answer) error {
		return a.number(ctx, r.byAction(ctx, apiclient.ActionPayinCreate, a.id))
	}, succeeds, false, "to a token for PAYIN_CREATE: the page shows the number with the support contact, unless links' tokens name the operation"},
}
