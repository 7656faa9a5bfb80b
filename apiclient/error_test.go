package apiclient

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
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
		`{"error":"plain"}`: {}, `[]`: {}, `null`: {}, ``: {}, `<html>`: {},
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

// Neither what is printed nor what is logged may hold the token or what the
// customer typed.
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
