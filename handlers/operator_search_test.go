package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
)

// The search without JavaScript finds what the one with it finds: banks by
// plain letters, whatever marks and widths their names have, also mistyped.
func TestSearchFoldsWhatPeopleDontType(t *testing.T) {
	w := setup(t)
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if r.URL.Path != "/payins/!availablePaymentOptions" {
			return 0, ""
		}
		return 200, `{"data":[{"paymentMethodCode":"ONLINE","paymentOperators":[
			{"code":"NHNN","name":"Ngân hàng Nông nghiệp"},{"code":"DA","name":"Ngân hàng Đông Á"},{"code":"341","name":"Itaú"},
			{"code":"0005","name":"ＭＵＦＧ"},{"code":"SCB","name":"ธนาคารไทยพาณิชย์"},{"code":"SBIN","name":"State Bank of India"},
			{"code":"KBANK","name":"Kasikornbank"},{"code":"MB2U","name":"May bank 2u"},{"code":"BBL","name":"Bangkok Bank"},{"code":"UOB","name":"UOB"}]}]}`
	})
	b := w.browser()
	p := b.Enter(w.link("1000", "THB", "paymentMethodCode", "ONLINE")).Want(200, "options")
	for query, want := range map[string][]string{
		"ngan":      {"NHNN", "DA"},
		"ngân HÀNG": {"NHNN", "DA"},
		"dong a":    {"DA"},
		"đông":      {"DA"},
		"itau":      {"341"},
		"mufg":      {"0005"},
		"ＩＴＡＵ":      {"341"},
		"ไทย":       {"SCB"},
		"india sta": {"SBIN"},
		"sbin":      {"SBIN"},
		"itaux":     {"341"}, // one letter too many
		"kasikron":  {"KBANK"},
		"bangok":    {"BBL"},
		"maybank":   {"MB2U"},
		"qwerty":    nil,
		"xob":       nil, // too short to be guessed
	} {
		if got := banks(b.Get(p.URL.Path + "?q=" + url.QueryEscape(query))); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", query, got, want)
		}
	}
}
