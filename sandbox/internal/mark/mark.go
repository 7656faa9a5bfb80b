package mark

import "context"

type key struct{}

// ForShop marks calls of the shop: they leave the merchant's rate alone.
func ForShop(ctx context.Context) context.Context {
	if OfShop(ctx) {
		return ctx
	}
	return context.WithValue(ctx, key{}, false)
}

// ForLooking marks calls that somebody's looking at a page makes: besides,
// nothing goes wrong with them, and no payment's story has them.
func ForLooking(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, true)
}

// OfShop reports a call of the shop.
func OfShop(ctx context.Context) bool { return ctx.Value(key{}) != nil }

// IsLooking reports a call that somebody's looking at a page made.
func IsLooking(ctx context.Context) bool {
	looking, _ := ctx.Value(key{}).(bool)
	return looking
}
