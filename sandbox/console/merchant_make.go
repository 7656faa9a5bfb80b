package console

import (
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/token"
)

const keyBits = 2048

// submitMerchant makes a merchant: all fields may be left out. Its secret, and
// its private key if one was asked for, are told this once.
func (c *Console) submitMerchant(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	m, err := c.readMerchant(r)
	if err != nil {
		return nil, err
	}
	made := &madeMerchant{Secret: cmp.Or(strings.TrimSpace(r.PostFormValue("secret")), rand.Text())}
	if strings.ContainsAny(made.Secret, "\n\r ") || len(made.Secret) > 200 {
		return nil, page.BadRequest("The field secret has a space, or is too long.")
	}
	pem := strings.TrimSpace(r.PostFormValue("pem"))
	if pem != "" {
		if _, err := token.ParsePublicKey([]byte(pem)); err != nil {
			return nil, noPublicKey(pem, err)
		}
	} else if r.PostFormValue("makeKey") != "" && r.PostFormValue("makeKey") != "false" {
		if made.PrivateKey, pem, err = keyPair(); err != nil {
			return nil, err
		}
	}
	err = c.Merchants.Add(r.Context(), m)
	if errors.Is(err, merchant.ErrTaken) || errors.Is(err, merchant.ErrTooMany) {
		return nil, &page.Error{Status: http.StatusConflict, Text: "No merchant was made: " + err.Error() + "."}
	}
	if err != nil {
		return nil, err
	}
	if err := merchant.SetSecrets(r.Context(), c.Store, m.Code, []string{made.Secret}); err != nil {
		return nil, err
	}
	if pem != "" {
		if err := c.Store.AddKey(r.Context(), m.Code, pem+"\n"); err != nil {
			return nil, err
		}
	}
	if made.merchantView, err = c.merchantView(r, m); err != nil {
		return nil, err
	}
	return c.merchantsPage(r, made)
}

func (c *Console) readMerchant(r *http.Request) (merchant.Merchant, error) {
	m := merchant.Merchant{
		Code: strings.TrimSpace(r.PostFormValue("merchantCode")), Name: strings.TrimSpace(r.PostFormValue("name")),
		Only: words(r, "methods"), Operators: words(r, "operators"),
	}
	m.Code = cmp.Or(m.Code, "M-"+rand.Text()[:8])
	if len(m.Code) > 40 || strings.Trim(m.Code, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		return m, page.BadRequest("The field merchantCode may hold A–Z a–z 0–9 - _ . only, at most 40 of them.")
	}
	if len(m.Name) > 100 || len(m.Operators) > 500 {
		return m, page.BadRequest("The name is too long, or there are too many operators.")
	}
	for _, method := range m.Only {
		currency, code, _ := strings.Cut(method, "/")
		if _, ok := c.Process.Methods.Find(code, currency); !ok {
			return m, page.BadRequest(fmt.Sprintf("There is no method %q: THB/PROMPTPAY is one.", method))
		}
	}
	for _, code := range m.Operators {
		if !slices.ContainsFunc(c.Process.Methods.All(), func(m rules.Method) bool { _, ok := m.OperatorByCode(code); return ok }) {
			return m, page.BadRequest(fmt.Sprintf("There is no operator %q: 004 is one, of THB/ONLINE.", code))
		}
	}
	return m, nil
}

// words is a field with several words, or several fields with one each.
func words(r *http.Request, name string) []string {
	var list []string
	for _, text := range r.PostForm[name] {
		for _, word := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' || c == '\n' || c == '\r' }) {
			if !slices.Contains(list, word) {
				list = append(list, word)
			}
		}
	}
	return list
}

// keyPair makes a key, and writes both of its parts as PEM.
func keyPair() (private, public string, err error) {
	key, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return "", "", fmt.Errorf("merchant's key: %w", err)
	}
	text, err := token.EncodePrivateKey(key)
	if err != nil {
		return "", "", err
	}
	open, err := token.EncodePublicKey(&key.PublicKey)
	return string(text), strings.TrimSpace(string(open)), err
}

// removeMerchant removes a merchant that people made. What it did stays.
func (c *Console) removeMerchant(_ http.ResponseWriter, r *http.Request) (*page.Page, error) {
	code := r.PostFormValue("merchantCode")
	if !c.Merchants.IsOwn(code) {
		return nil, page.BadRequest("There is no such merchant, or it is the sandbox's own.")
	}
	if err := c.Merchants.Remove(r.Context(), code); err != nil {
		return nil, err
	}
	p, err := c.merchantsPage(r, nil)
	if err != nil {
		return nil, err
	}
	p.To = "/console/merchants"
	return p, nil
}
