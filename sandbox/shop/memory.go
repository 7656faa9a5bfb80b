package shop

import (
	"encoding/base64"
	"net/http"
	"net/url"
)

// The shop remembers a browser's last order in a cookie: the form's contents
// and the order's id.
const (
	memoryCookie = "sandbox_shop"
	memoryLimit  = 3000 // bytes; cookies end at 4096
	lastOrder    = "order"
)

// remember keeps the form for the next visit, unless it is too long.
func remember(w http.ResponseWriter, form url.Values, id string) {
	kept := url.Values{lastOrder: {id}}
	for name, values := range form {
		if values[0] != "" && name != "idPayin" { // an id can be used only once
			kept.Set(name, values[0])
		}
	}
	value := base64.RawURLEncoding.EncodeToString([]byte(kept.Encode()))
	if len(value) > memoryLimit {
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name:     memoryCookie,
		Value:    value,
		Path:     "/shop",
		MaxAge:   30 * 24 * 3600,
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	})
}

// remembered is the last form; empty if there is none or it can't be read.
func remembered(r *http.Request) url.Values {
	cookie, err := r.Cookie(memoryCookie)
	if err != nil {
		return url.Values{}
	}
	text, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil {
		return url.Values{}
	}
	form, err := url.ParseQuery(string(text))
	if err != nil {
		return url.Values{}
	}
	return form
}
