package upstream

import (
	"context"
	"errors"
	"time"

	"payapp/apiclient"
	"payapp/internal/upstream/limiter"
)

// MerchantName returns the merchant's channel name, "" if none is configured and, without
// a call, if the token isn't granted GET /merchant-info (interface.md, Authentication
// 9). It is cached for ten minutes, and shared with the merchant's other customers once
// the token is verified. The wait is short; then the error is ErrInLine.
func (c *Client) MerchantName(ctx context.Context, caller Caller) (string, error) {
	if !grants(caller, "GET", "/merchant-info") {
		return "", nil
	}
	own, shared := private(caller), c.sharing(caller)
	for _, key := range []string{own, shared} {
		if known, ok := c.names.Get(key); ok {
			return known, nil
		}
	}
	if err, ok := c.nameFailures.Get(shared); ok {
		return "", err
	}
	return c.nameReads.join(ctx, shared, readLimits, func(ctx context.Context) (string, error) {
		asked := request{operation: opMerchant, lane: limiter.LaneArrival}
		info, err := call(ctx, c, caller, asked, func(ctx context.Context) (apiclient.MerchantInfo, error) {
			return c.client.GetMerchantInfo(ctx, caller.Token)
		})
		switch {
		case errors.Is(err, apiclient.ErrUnauthorized):
			c.names.Put(own, "") // this token isn't granted it; others of the merchant may be
			return "", nil
		case err != nil:
			if !errors.Is(err, ErrInLine) {
				c.nameFailures.Put(c.sharing(caller), err)
			}
			return "", err
		}
		c.names.Put(c.sharing(caller), info.ChannelName)
		return info.ChannelName, nil
	}).await(ctx, Wait{Line: c.config.NamePatience, Whole: c.config.NamePatience})
}

// namePatience is short: no page should wait for a name.
const namePatience = 500 * time.Millisecond

const (
	nameLife        = 10 * time.Minute
	nameFailureLife = 30 * time.Second // how soon to ask again for a name that couldn't be read
)
