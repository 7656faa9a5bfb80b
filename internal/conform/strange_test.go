package conform_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/internal/conform"
	"payapp/internal/findings"
	"payapp/sandbox"
)

// strange is the sandbox with one habit of its own: what it refuses or changes of a
// request, and what it changes of an answer.
type strange struct {
	http.Handler
	ask    func(w http.ResponseWriter, r *http.Request, body string) (refused bool)
	answer func(r *http.Request, status *int, body string) string
}

func (s strange) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	sent, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(sent))
	if s.ask != nil && s.ask(w, r, string(sent)) {
		return
	}
	answer := httptest.NewRecorder()
	s.Handler.ServeHTTP(answer, r)
	status, body := answer.Code, answer.Body.String()
	if s.answer != nil {
		body = s.answer(r, &status, body)
	}
	for _, name := range []string{"Date", "Content-Type", "Retry-After"} {
		w.Header()[name] = answer.Header()[name]
	}
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// rewritten changes all good answers.
func rewritten(from, to string) func(*http.Request, *int, string) string {
	form := regexp.MustCompile(from)
	return func(_ *http.Request, status *int, body string) string {
		if *status >= 300 {
			return body
		}
		return form.ReplaceAllString(body, to)
	}
}

func creates(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/payins/") && !strings.HasPrefix(r.URL.Path, "/payins/!")
}

func refuse(w http.ResponseWriter, status int, when bool) bool {
	if when {
		http.Error(w, `{"code":"NO"}`, status)
	}
	return when
}

var capital = regexp.MustCompile(`"([a-z]+)([A-Z]\w*)":`)

// Of one habit that isn't as payapp assumes, that one alone is told.
func TestStrangeGateways(t *testing.T) {
	byAction, told := map[string]bool{}, map[string]string{}
	for name, c := range map[string]struct {
		ask    func(http.ResponseWriter, *http.Request, string) bool
		answer func(*http.Request, *int, string) string
		want   string // a name and its verdict
	}{
		"snake case": {nil, func(_ *http.Request, _ *int, body string) string {
			return capital.ReplaceAllStringFunc(body, func(name string) string {
				return regexp.MustCompile(`[A-Z]`).ReplaceAllStringFunc(name, func(c string) string { return "_" + strings.ToLower(c) })
			})
		}, "answer-form fault"},
		"an envelope": {nil, func(_ *http.Request, status *int, body string) string {
			if *status >= 300 || strings.HasPrefix(body, `{"data"`) {
				return body
			}
			return `{"data":` + body + `}`
		}, "answer-form fault"},
		"a flat creation": {nil, func(r *http.Request, status *int, body string) string {
			var all struct{ PaymentMethodResponse json.RawMessage }
			if _ = json.Unmarshal([]byte(body), &all); !creates(r) || *status >= 300 {
				return body
			}
			return string(all.PaymentMethodResponse)
		}, "answer-form fault"},
		"the smallest unit":   {nil, rewritten(`"amount":(\d+)(?:\.00)?`, `"amount":${1}00`), "amount-notation fault"},
		"small letters":       {nil, rewritten(`"currencyCode":"THB"`, `"currencyCode":"thb"`), "amount-notation warning"},
		"operators by code":   {nil, rewritten(`([\[,])\{"code":("\w+"),"name":"[^"]*"\}`, `$1$2`), "list-form fault"},
		"a token's own name":  {nil, rewritten(`"token":`, `"accessToken":`), "token-answer warning"},
		"a picture of a code": {nil, rewritten(`"qrCode":"[^"]*"`, `"qrCode":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUg"`), "qr-property fault"},
		"a code elsewhere":    {nil, rewritten(`"qrCode"`, `"qrData"`), "qr-property fault"},
		"nothing of tests":    {nil, rewritten(`"isTest":true`, `"x":1`), "is-test warning"},
		"a word of its own":   {nil, rewritten(`"status":"PENDING"`, `"status":"BOOKED"`), "waiting-words fault"},
		"money that is there": {nil, rewritten(`"status":"PENDING"`, `"status":"VALIDATING"`), "waiting-words fault"},
		"no word":             {nil, rewritten(`"status":"PENDING",?`, ``), "read-status fault"},
		"ids in capitals":     {nil, rewritten(`"idPayin":"conform`, `"idPayin":"CONFORM`), "answer-id fault"},
		"five minutes": {func(w http.ResponseWriter, _ *http.Request, sent string) bool {
			return refuse(w, 400, strings.Contains(sent, `"validitySecs":1800`))
		}, nil, "token-validity warning"},
		"short ids": {func(w http.ResponseWriter, r *http.Request, _ string) bool {
			return refuse(w, 400, creates(r) && len(r.URL.Path) > 28)
		}, nil, "order-id-form fault"},
		"ids of a UUID's length": {func(w http.ResponseWriter, r *http.Request, _ string) bool {
			return refuse(w, 400, creates(r) && len(r.URL.Path) > 48)
		}, nil, "order-id-form warning"},
		"short addresses": {func(w http.ResponseWriter, r *http.Request, sent string) bool {
			return refuse(w, 400, creates(r) && len(sent) > 1000)
		}, nil, "return-length fault"},
		"any version": {func(_ http.ResponseWriter, r *http.Request, _ string) bool {
			r.Header.Set("X-Api-Version", "2")
			return false
		}, nil, "version-refused warning"},
		"no list for a link": {func(w http.ResponseWriter, r *http.Request, _ string) bool {
			return refuse(w, 403, strings.HasPrefix(r.URL.Path, "/payins/!") && byAction[r.Header.Get("Authorization")])
		}, func(r *http.Request, _ *int, body string) string {
			var made struct{ Token string }
			if _ = json.Unmarshal([]byte(body), &made); strings.HasSuffix(r.URL.Path, "-by-action") {
				byAction["Bearer "+made.Token] = true
			}
			return body
		}, "action-grants fault"},
		"all payments to all": {nil, func(r *http.Request, status *int, body string) string {
			if r.Method == http.MethodGet && *status == 403 && told[r.URL.Path] != "" {
				*status = 200
			} else if *status == 200 && r.Method == http.MethodGet {
				told[r.URL.Path] = body
			}
			if *status == 200 && r.Method == http.MethodGet {
				return told[r.URL.Path]
			}
			return body
		}, "token-scope fault"},
	} {
		box := box(t, sandbox.Config{}).Handler()
		list, _ := run(t, strange{box, c.ask, c.answer}, func(config *conform.Config) { config.AllowHTTP = true }, "THB")
		var got []string
		for _, f := range list {
			usual := f.Name == "rate-size" || f.Name == "order-id-form" && strings.HasSuffix(f.Says, "letters and digits")
			if !usual && slices.Contains([]findings.Verdict{findings.Fault, findings.Warning}, f.Verdict) {
				got = append(got, f.Name+" "+string(f.Verdict))
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
			_ = list.Print(t.Output())
		}
	}
}
