package conform

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// begin gets the first token: as payapp's own commands ask for one, or else as a gateway
// may want it. Without one nothing can be asked.
func (r *run) begin(ctx context.Context) error {
	why := ""
	for i, way := range []struct {
		name, saw, does string
		seconds         bool
		valid           time.Duration
	}{
		{"token", "one comes", "", false, 30 * time.Minute},
		{"token-timestamp", "it is taken in seconds alone", "shops must send seconds; payapp link gets none", true, 30 * time.Minute},
		{"token-validity", "one of five minutes is given, of thirty not", "links can't be longer (--valid)", false, 5 * time.Minute},
	} {
		var err error
		r.asks.TokenSeconds, r.valid = way.seconds, way.valid
		if r.client, err = apiclient.New(r.asks); err != nil {
			return err
		}
		if r.token = r.byAction(ctx, apiclient.ActionPayinCreate, r.id); !r.token.IsZero() {
			r.note(way.name, graded(true, i == 0, minor), way.saw+why, way.does)
			break
		}
		why = cmp.Or(why, ": "+r.words())
	}
	r.wire.limited = 0 // who asked before may have been us
	(&subject{run: r}).try(ctx, []probe{clock})
	if r.token.IsZero() {
		r.note("token", grave, "none comes"+why, "nothing can be asked. Are address, merchant and key right?")
		return nil
	}
	for name, saw := range map[string]string{"token": "one comes", "token-answer": "it is in token", "token-timestamp": "milliseconds"} {
		r.note(name, fits, saw, "") // unless it was another way
	}
	claims, _ := apiclient.ReadClaims(r.token)
	left := time.Until(claims.ExpiresAt).Round(time.Second)
	saw := fmt.Sprintf("for %v, exp is %v away", r.valid, left)
	if claims.ExpiresAt.IsZero() {
		saw = "there is no exp in seconds"
	}
	r.note("token-claims", graded(true, (left-r.valid).Abs() < 2*time.Minute, minor), saw, "a link ends when exp says, or the gateway")
	r.full = r.tokenFor(ctx, r.id, r.Payments[0].Money)
	text := r.token.Reveal()
	r.note("value-lengths", graded(true, len(text) <= 5<<10, grave), "a token has "+length(text), "longer than 5 KB isn't taken from links")
	return nil
}

// byAction is the zero token if none is given.
func (r *run) byAction(ctx context.Context, action, id string) apiclient.Token {
	token, err := r.client.CreateTokenByAction(ctx, apiclient.TokenByActionRequest{
		Credentials: r.Credentials, MerchantCode: r.Merchant, Validity: r.valid, Action: action, IDPayment: id,
	})
	_ = r.heard(err)
	return token
}

// tokenFor is one for all operations of a payment that payapp knows.
func (r *run) tokenFor(ctx context.Context, id string, amount money.Money) apiclient.Token {
	one := regexp.QuoteMeta("/payins/" + id)
	token, err := r.client.CreateToken(ctx, apiclient.TokenRequest{
		Credentials: r.Credentials, MerchantCode: r.Merchant, Validity: r.valid, Money: amount,
		Operations: []string{
			"POST /payins/!availablePaymentOptions", "POST " + one, "GET " + one, "GET " + one + "/accounts",
			"POST " + one + "/" + cmp.Or(r.Catalogue.ReferencePath, apiclient.DefaultReferencePath), "GET /merchant-info",
		},
	})
	_ = r.heard(err)
	return token
}

// with asks with other headers.
func with(change http.Header, ask func(context.Context, *subject) error) func(context.Context, *subject) error {
	return func(ctx context.Context, s *subject) error {
		s.wire.change = change
		defer func() { s.wire.change = nil }()
		return ask(ctx, s)
	}
}

func (s *subject) reads(ctx context.Context, token apiclient.Token, id string) error {
	_, err := s.client.GetPayin(ctx, token, id)
	return err
}

func (s *subject) lists(ctx context.Context, token apiclient.Token) error {
	_, err := s.client.GetOptions(ctx, token, s.Payments[0].Money)
	return err
}

func (s *subject) creates(ctx context.Context, token apiclient.Token, id string, request apiclient.PayinRequest) error {
	_, err := s.client.CreatePayin(ctx, token, id, request)
	return err
}

// read reads the payment that isn't there, list lists how to pay the first amount.
func read(ctx context.Context, s *subject) error { return s.reads(ctx, s.run.token, s.run.id) }
func list(ctx context.Context, s *subject) error { return s.lists(ctx, s.full) }

var versioned = http.Header{"X-Api-Version": {"99"}}

var clock = probe{"gateway-time", "", nil, func(s *subject) (any, grade) {
	ahead := s.client.Ahead().Round(time.Second)
	return fmt.Sprintf("%v ahead of this machine's", ahead), graded(true, ahead.Abs() < time.Minute, grave)
}, "tokens and deadlines are misjudged. Is this machine's clock right?"}

// first are the probes that need no payment.
var first = []probe{
	{"unborn-read", "action-grants", read, by(func(s *subject) bool {
		s.unborn = s.wire.status
		return is(apiclient.ErrNotFound, apiclient.ErrVersion)(s)
	}, minor), "the customer goes on to the options, which are asked for once more"},
	{"missing-or-version", "", read, by(func(s *subject) bool { return !is(apiclient.ErrVersion)(s) }, minor),
		"a missing payment counts as a refused X-API-Version, until another answer tells; alerts fire"},
	clock,
	{"version-refused", "", with(versioned, list), by(is(apiclient.ErrVersion), minor),
		"nobody hears of it when payapp's version is no longer taken"},
	{"missing-or-version", "", with(versioned, read), func(s *subject) (any, grade) {
		saw, g := by(is(apiclient.ErrVersion), minor)(s)
		return saw, graded(s.seen["version-refused"].grade == fits, g == fits, g)
	}, "a refused version isn't recognised as one by its words"},
	{"limits", "", with(http.Header{"X-Padding": {strings.Repeat("a", 4<<10)}}, read), by(asUnborn, minor),
		"with 4 KB more of headers: long tokens, and traces' headers, may be refused"},
	{"token-rejected", "", func(ctx context.Context, s *subject) error {
		text := s.run.token.Reveal()
		return s.reads(ctx, apiclient.NewToken(text[:len(text)*4/5]+strings.Repeat("A", 20)), s.run.id)
	}, by(func(s *subject) bool { return s.wire.status == http.StatusUnauthorized }, minor),
		"whoever has a token that is over is asked for more, before the page says so"},
	{"token-signature", "", func(ctx context.Context, s *subject) error {
		own := s.Credentials
		s.Credentials.Secret += "?"
		s.wire.change = http.Header{"X-Signature": {base64.StdEncoding.EncodeToString(make([]byte, 256))}}
		defer func() { s.Credentials, s.wire.change = own, nil }()
		s.byAction(ctx, apiclient.ActionPayinCreate, s.run.id)
		return nil
	}, by(refused, grave), "whoever knows a merchant's code can make its tokens"},
	{"action-grants", "", func(ctx context.Context, s *subject) error {
		return s.lists(ctx, s.run.token)
	}, by(granted, grave), "to a token for PAYIN_CREATE: who has such a link can't choose how to pay"},
	{"order-id-form", "", func(ctx context.Context, s *subject) error {
		id := newID("odd", 20) + " é/&+%?#:@"
		return s.reads(ctx, s.byAction(ctx, apiclient.ActionPayinCreate, id), id)
	}, by(asUnborn, minor), "to an id with a space and others: shops must use letters and digits"},
	{"not-granted", "token-scope", func(ctx context.Context, s *subject) error {
		return s.lists(ctx, s.byAction(ctx, apiclient.ActionPayinInfo, s.run.id))
	}, by(is(apiclient.ErrForbidden), minor), "what isn't granted is called only where a token's claims don't say so"},
	{"channel-name", "answer-form", func(ctx context.Context, s *subject) error {
		info, err := s.client.GetMerchantInfo(ctx, s.full)
		if err == nil && info.ChannelName == "" {
			err = apiclient.ErrNoBody
		}
		return s.heard(err)
	}, by(succeeds, minor), "pages have no name of the shop, unless PAYAPP_BRANDING has"},
	{"invalid-input", "", func(ctx context.Context, s *subject) error {
		id := newID("", 12)
		return s.creates(ctx, s.tokenFor(ctx, id, s.Payments[0].Money), id, apiclient.PayinRequest{
			Money: s.Payments[0].Money, Method: map[string]any{"paymentMethodCode": "PAYAPP"}, CallbackURL: address(128), ReturnURL: address(128),
		})
	}, by(is(apiclient.ErrInvalid, apiclient.ErrRefused), grave), "to no method at all: it isn't taken for a refusal of what was sent"},
	{"error-body", "invalid-input", nil, func(s *subject) (any, grade) {
		saw, g := by(func(s *subject) bool { return len(failure(s.err).Fields) > 0 }, minor)(s)
		if g == minor && failure(s.err).Code == "" {
			saw = "no code is found in " + s.words()
		}
		return saw, g
	}, "no field can be read of it, so a refused value isn't shown at its field"},
}
