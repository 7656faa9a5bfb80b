package watch

import (
	"context"
	"errors"

	"payapp/apiclient"
)

// MerchantName is the merchant's channel name, "" where none is configured or
// where the token isn't granted GET /merchant-info (interface.md,
// Authentication 9); then no call is made. It is good for ten minutes, for the
// merchant's other customers too once the token is proven. Nobody waits long
// for it: who loses patience gets an ErrUnavailable.
func (g *Gateway) MerchantName(ctx context.Context, caller Caller) (string, error) {
	own := private(caller)
	if name, ok := g.names.get(own); ok {
		return name, nil
	}
	if claims, ok := apiclient.ReadClaims(caller.Token); ok && !claims.Allows("GET", "/merchant-info") {
		g.names.put(own, "")
		return "", nil
	}
	if name, ok := g.names.get(g.sharing(caller)); ok {
		g.names.put(own, name)
		return name, nil
	}
	ctx, cancel := context.WithTimeout(ctx, g.namePatience)
	defer cancel()
	return g.nameFlights.do(ctx, own, readLimit, func(ctx context.Context) (string, error) {
		info, err := call(ctx, g, caller, ordinary, merchantOperation, func(ctx context.Context) (apiclient.MerchantInfo, error) {
			return g.client.GetMerchantInfo(ctx, caller.Token)
		})
		switch {
		case errors.Is(err, apiclient.ErrForbidden):
			// This token's lack, not the merchant's.
			g.names.put(own, "")
			return "", nil
		case err != nil:
			return "", err
		}
		g.names.put(own, info.ChannelName)
		g.names.put(g.sharing(caller), info.ChannelName)
		return info.ChannelName, nil
	})
}
