package sandbox

import "context"

// The sandbox's own pages call the interface as a merchant would, so that what
// they show is true. But a shop that is being looked at mustn't change what
// the merchant's own programs meet, so its calls are marked. The mark can't
// come from outside.
type shopMark struct{}

// forShop marks calls of the shop: they leave the merchant's rate alone.
func forShop(ctx context.Context) context.Context {
	if ofShop(ctx) {
		return ctx
	}
	return context.WithValue(ctx, shopMark{}, false)
}

// forLooking marks calls that somebody's looking at a page makes: besides,
// nothing goes wrong with them, and no payment's story has them.
func forLooking(ctx context.Context) context.Context {
	return context.WithValue(ctx, shopMark{}, true)
}

func ofShop(ctx context.Context) bool { return ctx.Value(shopMark{}) != nil }

func isLooking(ctx context.Context) bool {
	looking, _ := ctx.Value(shopMark{}).(bool)
	return looking
}
