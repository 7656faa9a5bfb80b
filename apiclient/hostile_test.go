package apiclient

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"testing"

	"payapp/internal/testing/await"
	"payapp/money"
)

// plainWire is a gateway that answers each connection with the same bytes,
// whether or not they are HTTP.
func plainWire(t *testing.T, reply string) (*Client, *bytes.Buffer) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			for in := bufio.NewReader(conn); ; {
				if line, err := in.ReadString('\n'); err != nil || line == "\r\n" {
					break
				}
			}
			fmt.Fprint(conn, reply)
			conn.Close()
		}
	}()
	t.Cleanup(func() {
		listener.Close()
		await.For(t, "the listener's end", done)
	})
	var log bytes.Buffer
	client, err := New(Config{
		BaseURL: "http://" + listener.Addr().String(), Timings: Timings{Attempts: 1},
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	return client, &log
}

// Errors may quote what a gateway sent, which may be the token that it
// received, or a megabyte.
func TestErrorsQuoteNeitherTokenNorMegabytes(t *testing.T) {
	long := strings.Repeat("x", 20_000)
	for name, reply := range map[string]string{
		"status line": testToken.Reveal() + long + "\r\n\r\n",
		"status":      "HTTP/1.1 " + testToken.Reveal() + long + "\r\n\r\n",
		"header":      "HTTP/1.1 200 OK\r\n" + testToken.Reveal() + long + "\r\n\r\n",
		"length":      "HTTP/1.1 200 OK\r\nContent-Length: " + testToken.Reveal() + long + "\r\n\r\n",
		"currency": "HTTP/1.1 200 OK\r\n\r\n" + `{"paymentMethodResponse":{"idPayin":"order-1","paymentMethodCode":"X","money":{"amount":0,"currencyCode":"` +
			testToken.Reveal() + long + `"}},"process":{"status":"PENDING"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			client, log := plainWire(t, reply)
			_, err := client.GetPayin(t.Context(), testToken, "order-1")
			if err == nil {
				t.Fatal("accepted")
			}
			for what, text := range map[string]string{"error": err.Error(), "log": log.String()} {
				if strings.Contains(text, testToken.Reveal()) {
					t.Errorf("the %s has the token", what)
				}
				if len(text) > 2000 {
					t.Errorf("the %s has %d bytes", what, len(text))
				}
			}
		})
	}
}

// A log line names some of the odd properties, however many there are and
// whatever their names.
func TestOddPropertiesDoNotFillTheLog(t *testing.T) {
	for name, body := range map[string]string{
		"many": `{"data":[` + strings.Repeat("1,", 200_000) + `1]}`,
		"long": strings.Replace(readBody, `"idPayin"`, `"paymentLocationCustomer":{"`+strings.Repeat("x", 500_000)+`":1},"idPayin"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			client, _, log := setup(t, answer(200, body))
			_, _ = client.ListCurrencies(t.Context(), testToken)
			_, _ = client.GetPayin(t.Context(), testToken, "order-1")
			if !strings.Contains(log.String(), "wrong type") {
				t.Error("nothing is logged")
			}
			if log.Len() > 8000 {
				t.Errorf("%d bytes are logged", log.Len())
			}
		})
	}
}

// What has a NUL isn't shown as if it were whole: browsers put something else in its
// place, also in what is copied.
func TestNothingHasANUL(t *testing.T) {
	client, _, log := setup(t, answer(200, strings.Replace(readBody, `"idPayin"`, `"qrCode":"0002\u000001","qrName":"Blue\u0000 Kiosk",
		"account":{"accountNumber":"12\u000034"},"upiQrDeepLink":"upi://pay\u0000?am=1","reference":"7\u00008","idPayin"`, 1)))
	payin, err := client.GetPayin(t.Context(), testToken, "order-1")
	if err != nil {
		t.Fatal(err)
	}
	if payin.QRCode != "" || payin.Account.Number != "" || payin.DeepLink != "" || payin.Reference != "" {
		t.Errorf("got %+v", payin)
	}
	if payin.QRName != "Blue Kiosk" {
		t.Errorf("a text for people is %q", payin.QRName)
	}
	for _, property := range []string{"qrCode", "account.accountNumber", "upiQrDeepLink", "reference"} {
		if !strings.Contains(log.String(), property) {
			t.Errorf("the log doesn't name %s:\n%s", property, log)
		}
	}
}

// Names are put into our sentences: they must not change the writing direction,
// and must leave room.
func TestNamesAreForPeople(t *testing.T) {
	for given, want := range map[string]string{
		"Blue Kiosk":                   "Blue Kiosk",
		"Bank \u202eMKCAB":             "Bank MKCAB",
		"\u2066a\u2069 b\u200e":        "a b",
		"two\nlines\tand\u0000more":    "two lines andmore",
		" \u202e ":                     "",
		"ธนาคารกรุงเทพ":                "ธนาคารกรุงเทพ",
		"می\u200cخواهم":                "می\u200cخواهم",
		strings.Repeat("é", 120):       strings.Repeat("é", 120),
		strings.Repeat("é", 900_000/2): strings.Repeat("é", 120) + "…",
	} {
		quoted, err := json.Marshal(given)
		if err != nil {
			t.Fatal(err)
		}
		client, _, _ := setup(t,
			answer(200, `{"channelInfo":{"name":`+string(quoted)+`}}`),
			answer(200, `{"data":[{"paymentMethodCode":"ONLINE","paymentOperators":[{"code":"A","name":`+string(quoted)+`}]}]}`),
			answer(200, strings.Replace(readBody, `"idPayin"`, `"paymentOperator":{"code":"A","name":`+string(quoted)+`},"idPayin"`, 1)))
		info, err1 := client.GetMerchantInfo(t.Context(), testToken)
		options, err2 := client.GetOptions(t.Context(), testToken, money.MustParse("10", "THB"))
		payin, err3 := client.GetPayin(t.Context(), testToken, "order-1")
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		if operator := options.Methods[0].Operators[0].Name; info.ChannelName != want || payin.Operator.Name != want || operator != cmp.Or(want, "A") {
			t.Errorf("%.40q: got %.40q, %.40q, %.40q; want %.40q", given, info.ChannelName, operator, payin.Operator.Name, want)
		}
	}
}
