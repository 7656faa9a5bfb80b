package apiclient

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"payapp/money"
)

// same is a gateway that gives every request the same answer.
type same struct {
	status int
	body   []byte
}

func (s same) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{
		StatusCode: s.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
		Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(bytes.NewReader(s.body)), ContentLength: int64(len(s.body)),
	}, nil
}

// calls are all operations of the client.
var calls = []func(*testing.T, *Client) error{
	func(t *testing.T, c *Client) error {
		payin, err := c.GetPayin(t.Context(), testToken, "order-1")
		if err == nil && (payin.IDPayin != "order-1" || payin.MethodCode == "" || !payin.Money.IsPositive()) {
			t.Errorf("read %+v", payin)
		}
		if err == nil && payin.Status+payin.FailureReason == "" {
			t.Errorf("no status in %+v", payin)
		}
		return err
	},
	func(t *testing.T, c *Client) error {
		payin, err := c.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		if err == nil && (payin.IDPayin != "order-1" || payin.MethodCode == "" || !payin.Money.IsPositive()) {
			t.Errorf("created %+v", payin)
		}
		return err
	},
	func(t *testing.T, c *Client) error {
		options, err := c.GetOptions(t.Context(), testToken, money.MustParse("10", "THB"))
		for _, option := range options.Methods {
			if err == nil && option.MethodCode == "" || len(option.Operators) > maxOperators {
				t.Errorf("offered %+v", option)
			}
		}
		return err
	},
	func(t *testing.T, c *Client) error {
		info, err := c.GetMerchantInfo(t.Context(), testToken)
		if !utf8.ValidString(info.ChannelName) || strings.ContainsAny(info.ChannelName, "\r\n\x00") {
			t.Errorf("named %q", info.ChannelName)
		}
		return err
	},
	func(t *testing.T, c *Client) error {
		return c.SetExternalReference(t.Context(), testToken, "order-1", "432112345678")
	},
	func(t *testing.T, c *Client) error {
		_, err := c.ListAccounts(t.Context(), testToken, "order-1")
		return err
	},
	func(t *testing.T, c *Client) error {
		_, err := c.GetPayout(t.Context(), testToken, "order-1")
		return err
	},
	func(t *testing.T, c *Client) error { _, err := c.ListBalances(t.Context(), testToken); return err },
	func(t *testing.T, c *Client) error { _, err := c.ListCurrencies(t.Context(), testToken); return err },
	func(t *testing.T, c *Client) error {
		_, err := c.ListPaymentOperators(t.Context(), testToken)
		return err
	},
	func(t *testing.T, c *Client) error {
		_, err := c.ListTopupOptions(t.Context(), testToken, "TOPUP_WALLET")
		return err
	},
	func(t *testing.T, c *Client) error { _, err := c.ListFXRates(t.Context(), testToken); return err },
	func(t *testing.T, c *Client) error { _, err := c.ListFXRatePairs(t.Context(), testToken); return err },
	func(t *testing.T, c *Client) error {
		_, err := c.CreateTokenByAction(t.Context(), TokenByActionRequest{
			Credentials: Credentials{Secret: "s3cr3t-word"}, MerchantCode: "DEMO", Action: ActionPayinInfo, IDPayment: "order-1",
		})
		return err
	},
}

// FuzzAnswers: whatever a gateway answers, the result is a complete value or a
// typed error. Only 2xx is success. Neither errors nor logs contain the token
// or a line break.
func FuzzAnswers(f *testing.F) {
	for i, body := range []string{
		readBody, createdBody, `{"data":[{"paymentMethodCode":"ONLINE","paymentOperators":[{"code":4}]}],"externalProviders":null}`,
		`{"channelInfo":{"name":"Shop\u202e"}}`, `{}`, `[{"account":{"accountNumber":1e400}}]`, `{"process":{"status":"SUCCESS"},"process":7}`,
		`[{"amount":"1.5","currencyCode":"THB"}]`, `[{"code":"THB"}]`, `null`, "\xff\xfe{\x00", strings.Repeat("[", 2000),
		`{"rate":1e-999}`, `{"token":"a.b.c"}`,
	} {
		f.Add(byte(i), uint16(http.StatusOK), []byte(body))
	}
	for _, refusal := range []string{
		`{"status":406,"error":"Not Acceptable","code":"SECURITY_CHECK_FAILED"}`, `customer_not_registered`,
		`{"errors":[{"field":"a","message":"s3cr3t-token\n"}]}`,
		`{"errors":{"account.accountName":["must not be null",7]}}`, `<html>`, `{"error":{"error":{"error":{"error":{"error":{}}}}}}`,
	} {
		for _, status := range []uint16{400, 404, 406, 409, 429, 503, 302} {
			f.Add(byte(1), status, []byte(refusal))
		}
	}
	f.Fuzz(func(t *testing.T, operation byte, status uint16, body []byte) {
		if status = 200 + status%400; status < 200 {
			return
		}
		var log bytes.Buffer
		client, err := New(Config{
			BaseURL: "https://gateway.example", Transport: same{int(status), body}, Logger: slog.New(slog.NewTextHandler(&log, nil)),
			Timings: Timings{Attempts: 1, Limited: time.Hour}, // a second attempt would come after the call's end
		})
		if err != nil {
			t.Fatal(err)
		}
		err = calls[int(operation)%len(calls)](t, client)
		if err == nil && status >= 300 {
			t.Errorf("%d is taken for consent", status)
		}
		if err == nil {
			return
		}
		failure, typed := errors.AsType[*Error](err)
		if !typed {
			t.Fatalf("an error of type %T: %v", err, err)
		}
		if strings.ContainsAny(err.Error(), "\r\n") || failure.Code != plain(failure.Code) || len(failure.Message) > maxMessage+len("…") {
			t.Errorf("%q says %q with code %q", err, failure.Message, failure.Code)
		}
		for _, secret := range []string{testToken.Reveal(), "s3cr3t-word"} {
			if strings.Contains(err.Error(), secret) || strings.Contains(log.String(), secret) {
				t.Errorf("%q is told: %v, %s", secret, err, &log)
			}
		}
	})
}
