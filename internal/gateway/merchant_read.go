package gateway

import (
	"context"
	"errors"
	"time"

	"payapp/apiclient"
)

// MerchantName is the merchant's channel name, "" where none is configured or
// where the token isn't granted GET /merchant-info (interface.md,
// Authentication 9); then no call is made. It is good for ten minutes, for the
// merchant's other customers too once the token is proven; that there was none
// to have is remembered as well. Nobody waits long for it: who loses patience
// gets ErrInLine.
func (g *Gateway) MerchantName(ctx context.Context, caller Caller) (string, error) {
	own := private(caller)
	if name, ok := g.names.get(own); ok {
		return name, nil
	}
	if claims, ok := apiclient.ReadClaims(caller.Token); ok && !claims.Allows("GET", "/merchant-info") {
		if g.proven(caller) { // else anybody's claims would push out others' names
			g.names.put(own, "")
		}
		return "", nil
	}
	shared := g.sharing(caller)
	if name, ok := g.names.get(shared); ok {
		g.names.put(own, name)
		return name, nil
	}
	if err, ok := g.nameless.get(shared); ok {
		return "", err
	}
	return g.nameReads.join(ctx, shared, readLimits, func(ctx context.Context) (string, error) {
		info, err := call(ctx, g, caller, request{opMerchant, "", laneArrival, nil}, func(ctx context.Context) (apiclient.MerchantInfo, error) {
			return g.client.GetMerchantInfo(ctx, caller.Token)
		})
		switch {
		case errors.Is(err, apiclient.ErrForbidden), errors.Is(err, apiclient.ErrUnauthorized):
			g.names.put(own, "") // this token's lack, not the merchant's
			return "", nil
		case errors.Is(err, apiclient.ErrNotFound):
			info = apiclient.MerchantInfo{}
		case err != nil:
			if !errors.Is(err, ErrInLine) {
				g.nameless.put(g.sharing(caller), err)
			}
			return "", err
		}
		g.names.put(g.sharing(caller), info.ChannelName)
		return info.ChannelName, nil
	}).await(ctx, patience{line: g.namePatience, answer: g.namePatience})
}

// namePatience is short: a name is never worth a wait.
const namePatience = 500 * time.Millisecond

const (
	nameLife     = 10 * time.Minute
	namelessLife = 30 * time.Second // a name that couldn't be read isn't asked for again sooner
)
