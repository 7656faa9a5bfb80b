package mark

import "context"

type key struct{}

// ForShop marks calls of the shop: they don't count against the merchant's
// rate.
func ForShop(ctx context.Context) context.Context {
	if OfShop(ctx) {
		return ctx
	}
	return context.WithValue(ctx, key{}, false)
}

// ForLooking marks calls made to show a page. They don't count against the rate
// either, no faults apply to them, and they are in no payment's story.
func ForLooking(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, true)
}

// OfShop reports whether it is a call of the shop.
func OfShop(ctx context.Context) bool { return ctx.Value(key{}) != nil }

// IsLooking reports whether the call was made to show a page.
func IsLooking(ctx context.Context) bool {
	looking, _ := ctx.Value(key{}).(bool)
	return looking
}
