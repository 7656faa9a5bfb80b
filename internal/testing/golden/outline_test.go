package golden_test

import (
	"testing"

	"payapp/internal/testing/golden"
)

func TestOutline(t *testing.T) {
	root, err := golden.Parse(`<main id="main" data-page="details"><h1 class="big">Your <b>details</b></h1>
		<svg aria-hidden="true"><text>unread</text></svg><style>unread{}</style>
		<dl><div data-row="amount" data-value="1"><dt>Amount</dt><dd>1.00</dd><dd hidden><button type="button" data-action="copy" hidden>Copy</button></dd></div></dl>
		<form method="post" action="/pay"><input type="hidden" name="seen" value="sealed"><input type="email" name="mail" required aria-invalid="true">
		<button type="submit" class="go wide">Pay</button></form><p>Or <a href="https://shop.example" rel="noreferrer">leave</a>.</p></main>`)
	if err != nil {
		t.Fatal(err)
	}
	want := `[html]
[main data-page="details"]
[h1 big] Your details
[data-row="amount" data-value="1"] Amount: 1.00 [button data-action="copy" hidden] Copy
[form action="/pay"]
[input type="hidden" name="seen"]
[input type="email" name="mail" required aria-invalid="true"]
[button go] Pay
Or [a href="https://shop.example" rel="noreferrer"] leave .
`
	if got := golden.Outline(root); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
