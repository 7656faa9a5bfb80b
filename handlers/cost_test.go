package handlers_test

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"payapp/internal/testing/cost"
	"payapp/internal/testing/racing"
)

// shapes are what a stranger could write so that reading it takes long, in so many
// bytes.
var shapes = map[string]func(size int) string{
	"a long token":       func(n int) string { return "token=eyJ" + full("a", n) + ".b.c" + strings.Repeat(")", 500) },
	"a token of dashes":  func(n int) string { return "idPayin=o&currencyCode=THB&token=eyJ" + full("-", n) },
	"a token of dots":    func(n int) string { return "idPayin=o&currencyCode=THB&token=eyJ" + full(".", n) },
	"endings of a token": func(n int) string { return "token=eyJa.b.c" + full(")", n) },
	"endings of an id": func(n int) string {
		return "token=eyJhIjoiYiJ9.eyJpZFBheW1lbnQiOiJvIn0.c&currencyCode=THB&idPayin=o" + full("。", n)
	},
	"endings of a currency": func(n int) string { return "token=a&idPayin=o&currencyCode=THB" + full("%E3%80%82", n) },
	"endings of an amount": func(n int) string {
		return "token=a&idPayin=o&currencyCode=THB&amount=1" + full("0", n/2) + full("+", n/2)
	},
	"tags":                     func(n int) string { return "token=a&idPayin=o&currencyCode=THB" + full("<", n/2) + full(">", n/2) },
	"pairs":                    func(n int) string { return full("a=b&", n) },
	"pairs without a value":    func(n int) string { return full("a&", n) },
	"separators":               func(n int) string { return full("&", n) },
	"equals":                   func(n int) string { return full("=", n) },
	"ever new pairs":           func(n int) string { return numbered("a%d=b&", n) },
	"the same, once more":      func(n int) string { return full("token=b&", n) },
	"a name":                   func(n int) string { return full("a", n) + "=b" },
	"an escaped name":          func(n int) string { return full("%C2%AD", n) + "token=b" },
	"deep names":               func(n int) string { return full("amp;", n) + "token=b" },
	"names of others":          func(n int) string { return "idPayin=" + full("currencyCode", n) },
	"half a sign":              func(n int) string { return "x=" + full("¤cyCod", n) },
	"broken escapes":           func(n int) string { return "token=" + full("%", n) },
	"broken escapes of others": func(n int) string { return "x=" + full("%4", n) },
	"no text":                  func(n int) string { return "accountName=" + full("%ff", n) },
	"escapes":                  func(n int) string { return "returnUrl=https://" + full("%2525", n) },
	"one letter":               func(n int) string { return full("a", n) },
	"all letters":              func(n int) string { return "q=" + lettersOf(n) },
	"a host of all letters":    func(n int) string { return "returnUrl=https://" + lettersOf(n) + "/" },
	"labels of a host":         func(n int) string { return "callbackUrl=https://" + full("a.", n) },
	"a search of one word":     func(n int) string { return "q=" + full("a", n) },
	"a search of words":        func(n int) string { return "q=" + full("ab+", n) },
	"a search of marks":        func(n int) string { return "q=a" + full("%CC%81", n) },
	"digits":                   func(n int) string { return "amount=" + full("9", n) + "&currencyCode=THB" },
	"slashes":                  func(n int) string { return "returnUrl=https://a/" + full("/", n) },
	"a language":               func(n int) string { return "lang=" + full("a-", n) },
	"landings":                 func(n int) string { return full("to=https://a.example/&sig=a&", n) },
	"brackets":                 func(n int) string { return full("[", n) },
}

func full(with string, size int) string { return strings.Repeat(with, max(1, size/len(with))) }

func numbered(form string, size int) string {
	var all strings.Builder
	for n := 0; all.Len() < size; n++ {
		fmt.Fprintf(&all, form, n)
	}
	return all.String()
}

// lettersOf are letters of which none comes twice for long.
func lettersOf(size int) string {
	var all strings.Builder
	for n := 0; all.Len() < size; n++ {
		all.WriteString(url.QueryEscape(string(rune(0x4e00 + n*7%20000))))
	}
	return all.String()
}

// What anybody can send costs no more than a few usual pages, whatever is in it: an
// address of 30 KB, as long as one may be, and a body of 64 KB.
func TestFault85_WhatARequestCosts(t *testing.T) {
	w := setupAlone(t, false)
	w.restart(slog.New(slog.DiscardHandler))
	var banks strings.Builder
	for n := range 400 {
		fmt.Fprintf(&banks, `,{"code":"B%d","name":"Ngân hàng số %d"}`, n, n)
	}
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if r.URL.Path != "/payins/!availablePaymentOptions" {
			return 0, ""
		}
		return 200, `{"data":[{"paymentMethodCode":"ONLINE","paymentOperators":[` + banks.String()[1:] + `]}]}`
	})
	path, cookies := w.entered(w.link("10", "THB", "paymentMethodCode", "ONLINE").Encode())
	if page := w.serve(http.MethodGet, path, "", "", cookies); page.Code != http.StatusOK || strings.Count(page.Body.String(), "Ngân hàng") < 100 {
		t.Fatalf("the page of banks is %d", page.Code)
	}
	sandbox := w.box.Handler()
	asked := func(handler http.Handler, method, target, body string) func() {
		return func() {
			r := httptest.NewRequest(method, "/", strings.NewReader(body))
			r.URL.Path, r.URL.RawQuery, _ = strings.Cut(target, "?")
			r.RequestURI = target
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Cookie", cookies)
			r.Header.Set("Sec-Fetch-Site", "same-origin")
			handler.ServeHTTP(httptest.NewRecorder(), r)
		}
	}
	const foreign, own, form = 30 << 10, 15 << 10, 63 << 10 // whose link it is
	app := *w.replica.Load()
	// What stands before the ?, and in a header.
	names := racing.Part(3, slices.Sorted(maps.Keys(shapes)))
	for _, name := range names {
		half, whole := strings.ReplaceAll(shapes[name](foreign/2), "?", "."), strings.ReplaceAll(shapes[name](foreign), "?", ".")
		t.Run("a path "+name, func(t *testing.T) {
			cost.Bounded(t, foreign, asked(app, "GET", "/pay/"+half, ""), asked(app, "GET", "/pay/"+whole, ""), asked(app, "GET", "/?token=x", ""))
		})
		for _, header := range []string{"Accept-Language", "Cookie", "X-Forwarded-For", "Origin", "Content-Type"} {
			with := func(value string) func() {
				return func() {
					r := httptest.NewRequest("POST", "/pay/x/pay", strings.NewReader("a=b"))
					r.Header.Set(header, value)
					app.ServeHTTP(httptest.NewRecorder(), r)
				}
			}
			t.Run("a header "+header+" "+name, func(t *testing.T) {
				cost.Bounded(t, foreign, with(half), with(whole), asked(app, "GET", "/?token=x", ""))
			})
		}
	}
	for _, route := range []struct {
		name         string
		sandbox      bool
		method, path string
	}{
		{"the entry", false, "GET", "/"}, {"the entry", false, "POST", "/"},
		{"a status link", false, "GET", "/status"}, {"a status link", false, "POST", "/status"},
		{"a payment", false, "GET", path}, {"a choice", false, "POST", path + "/choose"}, {"Pay", false, "POST", path + "/pay"},
		{"a picture", false, "GET", path + "/qr.png"}, {"a landing", false, "GET", "/return/" + path[len("/pay/"):]},
		{"a landing", false, "POST", "/return/" + path[len("/pay/"):]}, {"reports", false, "POST", "/reports"},
		{"a callback", false, "POST", "/callback/" + path[len("/pay/"):]}, {"nothing", false, "GET", "/nothing"},
		{"the shop", true, "GET", "/shop"}, {"an order", true, "POST", "/shop"}, {"the phone", true, "GET", "/phone"},
		{"the console", true, "GET", "/console"}, {"calls", true, "GET", "/console/calls"}, {"a payment's buttons", true, "POST", "/console/payins/x"},
		{"the gateway", true, "GET", "/payins/x"}, {"a creation", true, "POST", "/payins/x"}, {"a token", true, "POST", "/token"},
	} {
		handler := map[bool]http.Handler{false: app, true: sandbox}[route.sandbox]
		usual := asked(handler, route.method, route.path+"?lang=en", "")
		if !route.sandbox { // the page of a faulty link: what a stranger gets
			usual = asked(app, "GET", "/?token=x", "")
		}
		if strings.HasPrefix(route.path, "/pay/") {
			usual = asked(app, "GET", path, "")
		}
		for _, name := range names {
			shape := shapes[name]
			t.Run(route.name+" "+route.method+" "+name, func(t *testing.T) {
				address := own
				if route.path == "/" || route.path == "/status" || strings.HasPrefix(route.path, "/return/") || route.sandbox {
					address = foreign
				}
				half, whole, sent := shape(address/2), shape(address), address
				if route.method == "GET" {
					cost.Bounded(t, sent, asked(handler, "GET", route.path+"?"+half, ""), asked(handler, "GET", route.path+"?"+whole, ""), usual)
					return
				}
				half, whole, sent = shape(form/2), shape(form), form
				cost.Bounded(t, sent, asked(handler, "POST", route.path, half), asked(handler, "POST", route.path, whole), usual)
			})
		}
	}
}
