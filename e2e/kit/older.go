package kit

// older gives an old browser what suites ask of any: whether an element can be seen.
const older = `Element.prototype.checkVisibility = Element.prototype.checkVisibility || function () {
	return this.getClientRects().length > 0 && getComputedStyle(this).visibility != "hidden"
}`

// knowsHas reports whether the browser finds an element by what is in it.
func (b *Tab) knowsHas() bool {
	b.t.Helper()
	return Ask[bool](b, `CSS.supports("selector(:has(a))")`)
}
