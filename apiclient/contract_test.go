package apiclient_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"payapp/apiclient"
	"payapp/money"
	"payapp/sandbox"
)

// witness is a transport that checks both sides against the contract: every
// request of the client and every answer of the sandbox is validated against
// sandbox/openapi.yaml.
type witness struct {
	t      *testing.T
	router routers.Router
	next   http.RoundTripper
	last   *http.Request // valid between calls
}

func newWitness(t *testing.T) *witness {
	t.Helper()
	data, err := os.ReadFile("../sandbox/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	contract, err := openapi3.NewLoader().LoadFromData(data)
	if err != nil {
		t.Fatal(err)
	}
	router, err := legacy.NewRouter(contract) // validates the document itself
	if err != nil {
		t.Fatal(err)
	}
	return &witness{t: t, router: router, next: http.DefaultTransport}
}

func (w *witness) RoundTrip(request *http.Request) (*http.Response, error) {
	w.last = request
	var body []byte
	if request.Body != nil {
		body, _ = io.ReadAll(request.Body)
	}
	// The router needs the path alone, and the validator consumes the body.
	relative := request.Clone(request.Context())
	relative.URL.Scheme, relative.URL.Host = "", ""
	relative.Body = io.NopCloser(bytes.NewReader(body))
	route, parameters, err := w.router.FindRoute(relative)
	if err != nil {
		w.t.Errorf("%s %s: %v", request.Method, request.URL.Path, err)
		return nil, err
	}
	input := &openapi3filter.RequestValidationInput{
		Request: relative, PathParams: parameters, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: bearer, IncludeResponseStatus: true, MultiError: true},
	}
	if err := openapi3filter.ValidateRequest(request.Context(), input); err != nil {
		w.t.Errorf("request %s %s breaks the contract: %v\n%s", request.Method, request.URL.Path, err, body)
	}
	request.Body = io.NopCloser(bytes.NewReader(body))
	response, err := w.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	output := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input, Status: response.StatusCode, Header: response.Header, Options: input.Options,
	}
	if err := openapi3filter.ValidateResponse(request.Context(), output.SetBodyBytes(answer)); err != nil {
		w.t.Errorf("answer %d to %s %s breaks the contract: %v\n%s", response.StatusCode, request.Method, request.URL.Path, err, answer)
	}
	response.Body = io.NopCloser(bytes.NewReader(answer))
	return response, nil
}

func bearer(_ context.Context, input *openapi3filter.AuthenticationInput) error {
	if !strings.HasPrefix(input.RequestValidationInput.Request.Header.Get("Authorization"), "Bearer ") {
		return errors.New("no bearer token")
	}
	return nil
}

// meet starts a sandbox and a client that talk over real HTTP through a
// witness.
func meet(t *testing.T) (*apiclient.Client, *sandbox.Sandbox) {
	t.Helper()
	begun := time.Now() // stands still until a test moves it
	counterpart, server := startSandbox(t, sandbox.Config{Rate: 10000, Calm: true, Manual: true, Now: func() time.Time { return begun }})
	witness := newWitness(t)
	client, err := apiclient.New(apiclient.Config{BaseURL: server, Transport: witness, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return client, counterpart
}

var demo = apiclient.Credentials{Secret: "demo-secret"}

// payer makes the token that a shop would put into the RedirectURL.
func payer(t *testing.T, client *apiclient.Client, id string, amount money.Money) apiclient.Token {
	t.Helper()
	token, err := client.CreateToken(t.Context(), apiclient.TokenRequest{
		Credentials: demo, MerchantCode: "DEMO", Validity: time.Hour, Money: amount,
		Operations: []string{
			"POST /payins/!availablePaymentOptions", "POST /payins/" + id, "GET /payins/" + id, "GET /payins/" + id + "/accounts",
			"POST /payins/" + id + "/externalReference", "GET /merchant-info",
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// contractMethods is a valid request for each method and currency. If operators
// are offered, the first one is used.
var contractMethods = []struct {
	code, currencies string
	fields           map[string]any
}{
	{"ONLINE", "INR THB MYR VND ZAR NAD", nil},
	{"OFFLINE", "CNY LAK NAD NGN PHP THB TWD VND ZAR", nil},
	{"OFFLINE", "KRW", fields("account", fields("accountName", "홍길동"))},
	{"OFFLINE", "JPY", fields("emailAddress", "a@b.co")},
	{"OFFLINE", "ARS", fields("taxId", "20267565393")},
	{"UPIQR", "INR", fields("account", fields("accountNumber", "9876543210@ybl"))},
	{"UPI_ID", "INR", fields("account", fields("accountNumber", "9876543210@ybl"), "emailAddress", "a@b.co")},
	{"UPI_COLLECT", "INR", fields("account", fields("accountName", "A"), "phoneNumber", "+919876543210")},
	{"P2A_V2 NETBANKING", "INR", nil},
	{"PROMPTPAY", "THB", fields("account", fields("accountNumber", "0801234567"))},
	{"DUITNOW", "MYR", nil},
	{"FPX", "MYR", fields("account", fields("accountType", "personal"))},
	{"VIETQR", "VND", fields("emailAddress", "a@b.co")},
	{"BANKA_PAY", "ZAR", fields("account", fields("accountName", "A"), "customerName", fields("lastName", "A"))},
	{"BANKB_PAY PAY_ME NEDBANK_DIRECT_EFT ZAPPER_QR", "ZAR", nil},
	{"PAYSHAP", "ZAR", fields("account", fields("accountName", "A"))},
	{"QRISPAY EWALLET", "IDR", nil},
	{"VAPAY", "IDR KRW", fields("account", fields("accountName", "A"))},
	{"VAPAY", "TWD", fields("emailAddress", "a@b.co", "phoneNumber", "+886912345678")},
	{"CODE_PAYMENT", "TWD", fields("account", fields("accountName", "A"), "emailAddress", "a@b.co", "phoneNumber", "+886912345678",
		"paymentLocation", fields("country", "TW", "city", "Taipei", "street", "1", "zipCode", "100"))},
	{"QRPH", "PHP", nil},
	{"PIXQR", "BRL", nil},
	{"MOBILE_MONEY", "GHS", fields("account", fields("accountName", "A"), "phoneNumber", "+233241234567")},
	{"MOBILE_MONEY", "KES", fields("account", fields("accountName", "A"), "phoneNumber", "+254712345678")},
	{"PSE", "COP", fields("identifyingReference", "1020304050", "phoneNumber", "+573001234567")},
	{"CRYPTO_OFFLINE", "USDC USDT", nil},
}

func fields(pairs ...any) map[string]any {
	object := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		object[pairs[i].(string)] = pairs[i+1]
	}
	return object
}

func TestContractEveryMethod(t *testing.T) {
	client, _ := meet(t)
	tried, answered := map[string]bool{}, map[string]bool{}
	for _, row := range contractMethods {
		for code := range strings.FieldsSeq(row.code) {
			for currency := range strings.FieldsSeq(row.currencies) {
				tried[code+" "+currency] = true
				t.Run(code+" "+currency, func(t *testing.T) {
					for _, payin := range payOnce(t, client, code, currency, row.fields) {
						for field, value := range reflect.ValueOf(payin).Fields() {
							answered[field.Name] = answered[field.Name] || !value.IsZero()
						}
					}
				})
			}
		}
	}
	for _, m := range sandbox.Methods() {
		if !tried[m.Code+" "+m.Currency] {
			t.Errorf("%s %s isn't tried: it needs a row of contractMethods", m.Code, m.Currency)
		}
	}
	for field := range reflect.TypeFor[apiclient.Payin]().Fields() {
		if !answered[field.Name] && !slices.Contains(laterProperties, field.Name) {
			t.Errorf("no method's answer has %s: the client doesn't read it, or the sandbox doesn't send it", field.Name)
		}
	}
}

// laterProperties are those of payments that have gone on, or were steered.
var laterProperties = []string{"VAT", "Fee", "AccountCustomerUsed", "ExternalReference", "ProcessedAt", "FailureReason"}

// payOnce lists options, creates with the method and reads.
func payOnce(t *testing.T, client *apiclient.Client, code, currency string, extra map[string]any) [2]apiclient.Payin {
	amount := money.MustParse("150000", currency)
	id := fmt.Sprintf("contract-%s-%s", code, currency)
	token := payer(t, client, id, amount)
	options, err := client.GetOptions(t.Context(), token, amount)
	if err != nil {
		t.Fatal(err)
	}
	method := fields("paymentMethodCode", code)
	offered := false
	for _, option := range options.Methods {
		if option.MethodCode == code {
			offered = true
			if len(option.Operators) > 0 {
				method["paymentOperatorCode"] = option.Operators[0].Code
			}
		}
	}
	if !offered {
		t.Fatalf("not offered: %+v", options)
	}
	for name, value := range extra {
		method[name] = value
	}
	created, err := client.CreatePayin(t.Context(), token, id, apiclient.PayinRequest{
		Money: amount, Method: method, CallbackURL: "http://127.0.0.1:9/callback", ReturnURL: "http://localhost:8080/return/x?to=y",
	})
	if err != nil {
		t.Fatal(err)
	}
	if created.MethodCode != code || created.Money != amount || created.Requested != amount {
		t.Errorf("created %+v", created)
	}
	read, err := client.GetPayin(t.Context(), token, id)
	if err != nil {
		t.Fatal(err)
	}
	if read.MethodCode != code || read.Money != amount || read.Status == "" || read.CreatedAt.IsZero() || !read.IsTest {
		t.Errorf("read %+v", read)
	}
	if !read.ExpireAt.Equal(created.ExpireAt) || read.RedirectURL != created.RedirectURL || read.QRCode != created.QRCode || read.DeepLink != created.DeepLink {
		t.Errorf("read %+v differs from created %+v", read, created)
	}
	return [2]apiclient.Payin{created, read}
}

// One payment to its end, with every call that a customer and a merchant make.
func TestContractOnePayment(t *testing.T) {
	client, counterpart := meet(t)
	amount := money.MustParse("1234.50", "INR")
	const id = "order:1+x~success@5m"
	token := payer(t, client, strings.NewReplacer("+", `\+`).Replace(id), amount)

	if info, err := client.GetMerchantInfo(t.Context(), token); err != nil || info.ChannelName == "" {
		t.Errorf("merchant: %+v, %v", info, err)
	}
	if _, err := client.GetPayin(t.Context(), token, id); !errors.Is(err, apiclient.ErrNotFound) {
		t.Errorf("before creation: %v; want ErrNotFound", err)
	}
	request := apiclient.PayinRequest{Money: amount, Method: fields("paymentMethodCode", "P2A_V2"), CallbackURL: "http://127.0.0.1:9/callback", ReturnURL: "http://localhost:8080/return/x"}
	created, err := client.CreatePayin(t.Context(), token, id, request)
	if err != nil || created.Account.Number == "" || created.PaymentAddress == (apiclient.PaymentAddress{}) {
		t.Fatalf("created %+v, %v", created, err)
	}
	if _, err := client.CreatePayin(t.Context(), token, id, request); !errors.Is(err, apiclient.ErrConflict) {
		t.Errorf("again: %v; want ErrConflict", err)
	}
	if err := client.SetExternalReference(t.Context(), token, id, "12"); !errors.Is(err, apiclient.ErrInvalid) {
		t.Errorf("short reference: %v; want ErrInvalid", err)
	}
	if err := client.SetExternalReference(t.Context(), token, id, "432112345678"); err != nil {
		t.Error(err)
	}
	if err := counterpart.MoveClock(t.Context(), 6*time.Minute); err != nil {
		t.Fatal(err)
	}
	paid, err := client.GetPayin(t.Context(), token, id)
	if err != nil || paid.Status != "SUCCESS" || paid.ExternalReference != "432112345678" || paid.ProcessedAt.IsZero() {
		t.Errorf("paid %+v, %v", paid, err)
	}
	if _, err := client.ListAccounts(t.Context(), token, id); err != nil {
		t.Error(err)
	}
}

func TestContractTokensByAction(t *testing.T) {
	client, _ := meet(t)
	amount := money.MustParse("100", "THB")
	create := func(action string) apiclient.Token {
		t.Helper()
		token, err := client.CreateTokenByAction(t.Context(), apiclient.TokenByActionRequest{
			Credentials: demo, MerchantCode: "DEMO", Validity: time.Hour, Action: action, IDPayment: "order.1", Money: amount,
		})
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	creating, reading := create(apiclient.ActionPayinCreate), create(apiclient.ActionPayinInfo)
	if _, err := client.GetOptions(t.Context(), creating, amount); err != nil {
		t.Error(err)
	}
	if _, err := client.GetOptions(t.Context(), reading, amount); !errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("PAYIN_INFO lists options: %v; want ErrForbidden", err)
	}
	if _, err := client.GetPayin(t.Context(), reading, "orderx1"); !errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("another payment: %v; want ErrForbidden", err)
	}
	if _, err := client.GetMerchantInfo(t.Context(), creating); !errors.Is(err, apiclient.ErrForbidden) {
		t.Errorf("merchant info: %v; want ErrForbidden", err)
	}
	if _, err := client.GetPayin(t.Context(), apiclient.NewToken("junk"), "order.1"); !errors.Is(err, apiclient.ErrUnauthorized) {
		t.Errorf("junk token: %v; want ErrUnauthorized", err)
	}
	claims, ok := apiclient.ReadClaims(creating)
	if !ok || claims.MerchantCode != "DEMO" || claims.Money != amount || !claims.Allows("GET", "/payins/order.1") || claims.Allows("GET", "/merchant-info") {
		t.Errorf("claims %+v, %v", claims, ok)
	}
	wrong := apiclient.Credentials{Secret: "wrong"}
	if _, err := client.CreateToken(t.Context(), apiclient.TokenRequest{Credentials: wrong, MerchantCode: "DEMO", Operations: []string{"GET /merchant-info"}}); !errors.Is(err, apiclient.ErrUnauthorized) {
		t.Errorf("wrong secret: %v; want ErrUnauthorized", err)
	}
}
