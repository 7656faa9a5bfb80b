package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"payapp/internal/testing/cost"
)

// serve answers one request without a network.
func (w *world) serve(method, path, contentType, body, cookies string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, "/", strings.NewReader(body))
	request.URL.Path, request.URL.RawQuery, _ = strings.Cut(path, "?")
	request.RequestURI = path
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Cookie", cookies)
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	recorder := httptest.NewRecorder()
	(*w.replica.Load()).ServeHTTP(recorder, request)
	return recorder
}

// entered is the address and the cookies of a payment whose link was opened.
func (w *world) entered(query string) (path, cookies string) {
	answer := w.serve(http.MethodGet, "/?"+query, "", "", "")
	var list []string
	for _, cookie := range answer.Result().Cookies() {
		list = append(list, cookie.Name+"="+cookie.Value)
	}
	return answer.Header().Get("Location"), strings.Join(list, "; ")
}

// FuzzForms: whatever is posted to a payment, with whichever words and in
// whichever encoding, is taken or refused, and never breaks anything: it leads
// to the payment, whose page is there.
func FuzzForms(f *testing.F) {
	w := setup(f)
	actions := strings.Fields("choose pay change-method language retry paid instructions reference correct refresh unknown")
	const form = "application/x-www-form-urlencoded"
	for i := range actions {
		for _, body := range []string{
			"", "paymentMethodCode=PROMPTPAY", "paymentMethodCode=ONLINE&paymentOperatorCode=", "accountNumber=0801234567&reference=432112345678",
			"a=%zz&b;c", "accountName=%00%FF", "paymentMethodCode=PROMPTPAY&paymentMethodCode=OFFLINE", "%F0%9F%98%80=1",
			strings.Repeat("a=b&", 2000),
		} {
			f.Add(byte(i), form, body)
		}
		f.Add(byte(i), "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--")
		f.Add(byte(i), "application/json", `{"paymentMethodCode":"PROMPTPAY"}`)
		f.Add(byte(i), ";;", "\xff")
	}
	f.Fuzz(func(t *testing.T, action byte, contentType, body string) {
		if strings.ContainsAny(contentType, "\r\n\x00") {
			return // no header
		}
		w.t = t
		path, cookies := w.entered(w.link("10", "THB").Encode())
		var answer *httptest.ResponseRecorder
		cost.Bytes(t, len(body), func() {
			answer = w.serve(http.MethodPost, path+"/"+actions[int(action)%len(actions)], contentType, body, cookies)
		})
		if code := answer.Code; code >= 500 || code < 303 {
			t.Fatalf("%s %q %q: got %d", actions[int(action)%len(actions)], contentType, body, code)
		}
		if answer.Code == http.StatusSeeOther && !strings.HasPrefix(answer.Header().Get("Location"), path) {
			t.Errorf("leads to %q", answer.Header().Get("Location"))
		}
		page := w.serve(http.MethodGet, path, "", "", cookies)
		if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "data-page=") {
			t.Errorf("after %q the payment's page is %d", body, page.Code)
		}
	})
}

// FuzzLinks: whatever a RedirectURL or a status link holds leads to a page of
// ours or is refused by one, and neither the page nor the address where it leads
// tells the token.
func FuzzLinks(f *testing.F) {
	w := setup(f)
	good := w.link("1234.50", "THB", "idPayin", "order-1").Encode()
	for _, query := range []string{
		good, good + "&amount=1", good + "&lang=th&lang=vi", good + "&accountName=%00", good + "&paymentMethodCode=%E2%80%AE", "lang=xx",
		"token=secret-token-text", "%", "a=%zz", "idPayin=a;token=b",
		strings.Replace(good, "THB", "thb", 1), strings.Replace(good, "https", "javascript", 1), strings.Replace(good, "1234.50", "1e9", 1),
		"idPayin=order-1&currencyCode=THB&token=secret-token-text", "idPayin=../x&currencyCode=THB&token=a.b.c",
	} {
		f.Add(false, query)
		f.Add(true, query)
	}
	f.Fuzz(func(t *testing.T, status bool, query string) {
		if strings.ContainsAny(query, "\r\n\x00 #") {
			return // no address
		}
		path := "/?"
		if status {
			path = "/status?"
		}
		var answer *httptest.ResponseRecorder
		cost.Bytes(t, len(query), func() { answer = w.serve(http.MethodGet, path+query, "", "", "") })
		if answer.Code >= 500 || answer.Code < 300 {
			t.Fatalf("%q: got %d", query, answer.Code)
		}
		to := answer.Header().Get("Location")
		if (answer.Code == http.StatusSeeOther) != (strings.HasPrefix(to, "/pay/") || strings.HasPrefix(to, "/status/")) {
			t.Errorf("%q: got %d to %q", query, answer.Code, to)
		}
		values, _ := url.ParseQuery(query)
		for _, token := range values["token"] {
			if len(token) > 12 && (strings.Contains(answer.Body.String(), token) || strings.Contains(to, token)) {
				t.Errorf("%q: the token is told", query)
			}
		}
	})
}
