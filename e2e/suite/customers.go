package suite

import "payapp/e2e/kit"

// Everybody are customers on a phone and a desktop, with JavaScript and without.
var Everybody = []kit.Customer{
	{Device: kit.Phone}, {Device: kit.Desktop, NoScript: true}, {Device: kit.Phone, NoScript: true}, {Device: kit.Desktop},
}
