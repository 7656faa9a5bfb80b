package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
	"payapp/methods"
)

// interface.md, Change history: "Deprecated attributes keep their names but
// their content is ignored". Whatever they hold, no customer reads it.
func TestDeprecatedContentIsNeverShown(t *testing.T) {
	t.Parallel()
	const content = "ignore-me"
	for _, c := range []struct{ version, code, currency, names string }{
		{"2.12", "P2A_V2", "INR", "bankCode bankName"},
		{"2.11", "ONLINE", "THB", "accountName accountNumber bankCode bankName"},
		{"2.2", "P2A_V2", "INR", "bankBranch bankCity bankProvince"},
		{"2.2", "PROMPTPAY", "THB", "bankBranch bankCity bankProvince"},
	} {
		t.Run(c.version+" "+c.code, func(t *testing.T) {
			w := setup(t)
			answered := 0
			w.gatewayAnswers(func(r *http.Request) (int, string) {
				recorded := httptest.NewRecorder()
				w.box.Handler().ServeHTTP(recorded, r)
				var answer map[string]any
				if json.Unmarshal(recorded.Body.Bytes(), &answer) != nil {
					return recorded.Code, recorded.Body.String()
				}
				method, ok := answer["paymentMethodResponse"].(map[string]any)
				if !ok {
					return recorded.Code, recorded.Body.String()
				}
				answered++
				account, ok := method["account"].(map[string]any)
				if !ok {
					account = map[string]any{}
					method["account"] = account
				}
				for name := range strings.FieldsSeq(c.names) {
					account[name] = content
				}
				body, err := json.Marshal(answer)
				if err != nil {
					t.Error(err)
				}
				return recorded.Code, string(body)
			})
			m, _ := methods.Default().Find(c.code, c.currency)
			b, p, link := w.start(m)
			form := requiredOf(t, m)
			p = b.Press(p, "pay", form...)
			if p.Hook("page") != "leaving" {
				p.Want(200, "instructions")
			}
			w.set(link.Get("idPayin"), "SUCCESS")
			end := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
			for name, text := range map[string]string{"after paying": p.Text(), "at the end": end.Text()} {
				if strings.Contains(text, content) {
					t.Errorf("%s the page shows it:\n%s", name, browser.Short(text))
				}
			}
			if answered < 2 {
				t.Errorf("only %d answers were changed", answered)
			}
		})
	}
}
