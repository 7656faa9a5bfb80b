package gateway

import (
	"context"
	"errors"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
)

// MerchantName returns the merchant's channel name. It is "", without a call,
// if the token isn't granted GET /merchant-info (interface.md, Authentication
// 9) and the gateway is known to take our version, and "" if none is
// configured. A name is cached for ten minutes, and shared with the merchant's
// other customers once the token is verified; a missing name is cached too. The
// wait is short; when it runs out the error is ErrInLine.
func (g *Gateway) MerchantName(ctx context.Context, caller Caller) (string, error) {
	if claims, ok := apiclient.ReadClaims(caller.Token); ok && !claims.Allows("GET", "/merchant-info") && g.takesVersion.Load() {
		return "", nil
	}
	own, shared := private(caller), g.sharing(caller)
	for _, key := range []string{own, shared} {
		if known, ok := g.names.Get(key); ok {
			return known, nil
		}
	}
	if err, ok := g.nameless.Get(shared); ok {
		return "", err
	}
	return g.nameReads.join(ctx, shared, readLimits, func(ctx context.Context) (string, error) {
		asked := request{operation: opMerchant, lane: limiter.LaneArrival}
		info, err := call(ctx, g, caller, asked, func(ctx context.Context) (apiclient.MerchantInfo, error) {
			return g.client.GetMerchantInfo(ctx, caller.Token)
		})
		switch {
		case errors.Is(err, apiclient.ErrForbidden), errors.Is(err, apiclient.ErrUnauthorized):
			g.names.Put(own, "") // this token isn't granted it; others of the merchant may be
			return "", nil
		case err != nil:
			if !errors.Is(err, ErrInLine) {
				g.nameless.Put(g.sharing(caller), err)
			}
			return "", err
		}
		g.names.Put(g.sharing(caller), info.ChannelName)
		return info.ChannelName, nil
	}).await(ctx, patience{line: g.config.NamePatience, whole: g.config.NamePatience})
}

// namePatience is short: no page should wait for a name.
const namePatience = 500 * time.Millisecond

const (
	nameLife     = 10 * time.Minute
	namelessLife = 30 * time.Second // how soon to ask again for a name that couldn't be read
)
