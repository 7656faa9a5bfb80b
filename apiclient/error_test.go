package apiclient

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"payapp/internal/testing/dialect"
)

func TestStatusesHaveTheirKinds(t *testing.T) {
	for status, want := range map[int]error{
		400: ErrInvalid, 401: ErrUnauthorized, 403: ErrUnauthorized, 404: ErrNotFound, 405: ErrInvalid, 406: ErrRefused,
		408: ErrUnavailable, 409: ErrConflict, 422: ErrInvalid, 429: ErrRateLimited, 500: ErrUnavailable, 503: ErrUnavailable,
		304: ErrMalformed, 600: ErrUnavailable,
	} {
		synctest.Test(t, func(t *testing.T) {
			client, _, _ := setup(t, answer(status, "not JSON"))
			_, err := client.GetPayin(t.Context(), testToken, "order-1")
			failure, _ := errors.AsType[*Error](err)
			if !errors.Is(err, want) || failure.HTTPStatus != status {
				t.Errorf("%d: got %v; want %v", status, err, want)
			}
			if errors.Is(err, ErrForbidden) != (status == 403) {
				t.Errorf("%d: ErrForbidden is %v", status, errors.Is(err, ErrForbidden))
			}
		})
	}
}

func TestErrorBodies(t *testing.T) {
	fields := []FieldError{{Field: "account.accountName", Code: "REQUIRED", Message: "missing"}}
	for body, want := range map[string]Error{
		`{"code":"BAD","message":"no good"}`:                                                 {Code: "BAD", Message: "no good"},
		`{"error":{"code":"BAD","message":"no good"}}`:                                       {Code: "BAD", Message: "no good"},
		`{"errors":[{"code":"BAD","message":"no good"},{"code":"OTHER"}]}`:                   {Code: "BAD", Message: "no good"},
		`{"code":"BAD","fields":["account.accountName"]}`:                                    {Code: "BAD", Fields: []FieldError{{Field: "account.accountName"}}},
		`{"code":"BAD","fields":{"account.accountName":"missing"}}`:                          {Code: "BAD", Fields: []FieldError{{Field: "account.accountName", Message: "missing"}}},
		`{"fields":[{"field":"account.accountName","code":"REQUIRED","message":"missing"}]}`: {Fields: fields},
		`{"fields":[{"name":"account.accountName","code":"REQUIRED","message":"missing"}]}`:  {Fields: fields},
		`{"code":17,"message":["x"],"fields":true}`:                                          {},
		`{"code":"line\nbreak","message":"two\nlines"}`:                                      {Message: "two lines"},
		`{"message":"the token s3cr3t-token is bad"}`:                                        {Message: "the token [token] is bad"},
		`{"error":"plain"}`: {Message: "plain"}, `[]`: {}, `null`: {}, ``: {}, `<html>`: {},
	} {
		client, _, _ := setup(t, answer(422, body))
		_, err := client.GetPayin(t.Context(), testToken, "order-1")
		got, ok := errors.AsType[*Error](err)
		if !ok {
			t.Errorf("%s: got %v; want an *Error", body, err)
			continue
		}
		if diff := cmp.Diff([]any{want.Code, want.Message, want.Fields}, []any{got.Code, got.Message, got.Fields}); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
	}
}

// interface.md, Errors: "The body shape of error responses: not shown". The
// codes of 406 are found wherever a gateway puts them.
func TestRefusalCodesAreFoundWhereverTheyStand(t *testing.T) {
	for _, body := range append(dialect.Bodies(CodeNotRegistered),
		`{"error":{"type":"refusal","details":{"reason":"customer_not_registered"}}}`, " Customer not registered.\n") {
		client, _, _ := setup(t, answer(406, body))
		_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		if got, _ := errors.AsType[*Error](err); !errors.Is(err, ErrRefused) || got.Code != CodeNotRegistered {
			t.Errorf("%s: got %v", body, err)
		}
	}
}

// A list of codes says nothing of which it is, nor does a longer word.
func TestARefusalsCodeIsOneWholeWord(t *testing.T) {
	for _, body := range []string{`{"hint":"one of SECURITY_CHECK_FAILED, CUSTOMER_NOT_REGISTERED"}`, `{"hint":"X_CUSTOMER_NOT_REGISTERED_2"}`} {
		client, _, _ := setup(t, answer(406, body))
		_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		if got, _ := errors.AsType[*Error](err); got.Code != "" {
			t.Errorf("%s: got %s", body, got.Code)
		}
	}
}

// Ours: interface.md doesn't show how fields are named.
func TestFieldErrorsAreFoundWhereverTheyStand(t *testing.T) {
	const name = "paymentMethod.account.accountName"
	for body, code := range map[string]string{
		`{"errors":[{"field":"` + name + `","message":"missing"}]}`:                               "",
		`{"code":"BAD","errors":{"` + name + `":["missing"]}}`:                                    "BAD",
		`{"error":{"code":"BAD","details":[{"path":"` + name + `","message":"missing"}]}}`:        "BAD",
		`{"error":"BAD_REQUEST","fieldErrors":[{"property":"` + name + `","message":"missing"}]}`: "BAD_REQUEST",
		`{"title":"Bad","violations":[{"name":"` + name + `","reason":"missing"}]}`:               "",
		`{"code":"BAD","details":{"fields":{"` + name + `":"missing"}}}`:                          "BAD",
		`[{"parameter":"` + name + `","description":"missing"}]`:                                  "",
	} {
		client, _, _ := setup(t, answer(400, body))
		_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		got, _ := errors.AsType[*Error](err)
		if diff := cmp.Diff([]FieldError{{Field: name, Message: "missing"}}, got.Fields); diff != "" || got.Code != code {
			t.Errorf("%s: code %q, %s", body, got.Code, diff)
		}
	}
}

// interface.md, Errors, "404: the X-API-Version header is missing or its
// version is unsupported": a mistake on our side, which says nothing about a
// payment.
func TestFault56_AVersions404IsOurs(t *testing.T) {
	get := func(c *Client) error { _, err := c.GetPayin(t.Context(), testToken, "order-1"); return err }
	create := func(c *Client) error {
		_, err := c.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
		return err
	}
	options := func(c *Client) error {
		_, err := c.GetOptions(t.Context(), testToken, orderRequest.Money)
		return err
	}
	info := func(c *Client) error { _, err := c.GetMerchantInfo(t.Context(), testToken); return err }
	reference := func(c *Client) error {
		return c.SetExternalReference(t.Context(), testToken, "order-1", "432112345678")
	}
	for name, c := range map[string]struct {
		call func(*Client) error
		body string
		want error
	}{
		"options":                  {options, `{"code":"NOT_FOUND"}`, ErrVersion},
		"merchant info":            {info, ``, ErrVersion},
		"creation":                 {create, `{"message":"Not Found"}`, ErrVersion},
		"read, by code":            {get, `{"code":"UNSUPPORTED_API_VERSION"}`, ErrVersion},
		"read, by message":         {get, `{"error":{"message":"Version 2 is not supported"}}`, ErrVersion},
		"read, in plain text":      {get, `Header X-API-Version is missing`, ErrVersion},
		"reference, by message":    {reference, `{"message":"unsupported API version"}`, ErrVersion},
		"payment":                  {get, `{"code":"PAYIN_NOT_FOUND","message":"No such payin"}`, ErrNotFound},
		"payment, without a word":  {get, ``, ErrNotFound},
		"payment, version besides": {get, `{"message":"payin not found","apiVersion":"2.80"}`, ErrNotFound},
		"reference of no payment":  {reference, `{"code":"NOT_FOUND"}`, ErrNotFound},
	} {
		client, _, log := setup(t, answer(404, c.body))
		err := c.call(client)
		if !errors.Is(err, c.want) || errors.Is(err, ErrVersion) && errors.Is(err, ErrNotFound) {
			t.Errorf("%s: got %v; want %v", name, err, c.want)
		}
		if ours := strings.Contains(log.String(), "level=ERROR"); ours != errors.Is(c.want, ErrVersion) {
			t.Errorf("%s: logged as an error of ours: %v", name, ours)
		}
	}
}

// "The statuses for invalid input or rejected tokens: not shown." 410 also
// means that something doesn't exist; in answer to a creation it can't mean
// that.
func TestAPaymentThatIsGoneIsNotFound(t *testing.T) {
	client, _, _ := setup(t, answer(410, `{"message":"no such payin"}`), answer(410, ``))
	if _, err := client.GetPayin(t.Context(), testToken, "order-1"); !errors.Is(err, ErrNotFound) {
		t.Errorf("read: got %v", err)
	}
	if _, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest); !errors.Is(err, ErrInvalid) {
		t.Errorf("creation: got %v", err)
	}
}

// However large an error's body is, only a part of it is read.
func TestErrorBodiesAreBounded(t *testing.T) {
	for _, body := range []string{
		strings.Repeat("[", 5000) + strings.Repeat("]", 5000), `{"errors":[` + strings.Repeat(`{"field":"a","errors":[]},`, 2000) + `1]}`,
		`{"fields":["` + strings.Repeat("x", 30_000) + `"]}`, strings.Repeat(`{"error":`, 3000) + "1" + strings.Repeat("}", 3000),
	} {
		client, _, _ := setup(t, answer(400, body))
		_, err := client.GetPayin(t.Context(), testToken, "order-1")
		got, _ := errors.AsType[*Error](err)
		if len(got.Fields) > maxErrorParts || len(got.Fields) > 0 && len(got.Fields[0].Field) > 2*maxMessage {
			t.Errorf("%.20s: %d fields", body, len(got.Fields))
		}
	}
}

// Neither errors nor logs may contain the token or what the customer typed.
func TestErrorsAndLogsKeepSecrets(t *testing.T) {
	for name, steps := range map[string][]step{
		"quoted": {answer(400, `{"code":"s3cr3t-token!","message":"bad s3cr3t-token 0801234567"}`)},
		"reset":  {reset}, "conflict": {reset, answer(409, "")}, "malformed": {answer(200, "s3cr3t-token 0801234567")},
		"other payment": {answer(200, strings.ReplaceAll(createdBody, "order-1", "s3cr3t-token"))},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, _, log := setup(t, steps...)
			_, err := client.CreatePayin(t.Context(), testToken, "order-1", orderRequest)
			printed := fmt.Sprintf("%v %s", err, log)
			if err == nil || strings.Contains(printed, "s3cr3t") || strings.Contains(printed, "0801234567") {
				t.Errorf("%s: got %s", name, printed)
			}
		})
	}
}

func TestMessagesAreShortened(t *testing.T) {
	client, _, _ := setup(t, answer(400, `{"message":"`+strings.Repeat("ก", 1000)+`"}`))
	_, err := client.GetPayin(t.Context(), testToken, "order-1")
	failure, _ := errors.AsType[*Error](err)
	if got := failure.Message; len(got) > maxMessage+len("…") || !strings.HasSuffix(got, "ก…") {
		t.Errorf("got %d bytes: %s", len(got), got)
	}
}

func TestMessagesKeepTheMerchantsSecret(t *testing.T) {
	client, _, _ := setup(t, answer(401, `{"message":"demo-secret is wrong","fields":{"secret":"not demo-secret"}}`))
	_, err := client.CreateToken(t.Context(), TokenRequest{Credentials: Credentials{Secret: "demo-secret"}, MerchantCode: "DEMO"})
	failure, _ := errors.AsType[*Error](err)
	if failure.Message != "[token] is wrong" || failure.Fields[0].Message != "not [token]" {
		t.Errorf("got %+v", failure)
	}
}

// A line without an answer doesn't say by whose payment: errors go to logs.
func TestNoAnswerNamesNoPayment(t *testing.T) {
	client, err := New(Config{BaseURL: "http://127.0.0.1:1", Timings: Timings{Attempts: 1}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.GetPayin(t.Context(), testToken, "order-of-somebody")
	if !errors.Is(err, ErrUnavailable) || strings.Contains(err.Error(), "somebody") {
		t.Errorf("got %v", err)
	}
}
