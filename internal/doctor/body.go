package doctor

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"
)

// halfBody is how long half a body may stay unanswered.
const halfBody = 5 * time.Second

// bodies sends half of another site's form, which the application refuses whatever
// comes after it. If it answers, the proxy has passed half a body on.
func (v *visit) bodies(ctx context.Context, first answer) {
	if first.proto < 2 {
		v.Unknown("request bodies", "let the proxy offer h2 (ALPN), and look again", "by HTTP/1.1 half a body may have no answer anyway")
		return
	}
	ctx, cancel := context.WithTimeout(ctx, halfBody+patience)
	defer cancel()
	half := "doctor=" + strings.Repeat("a", 8<<10) // more than clients keep back
	from, into := io.Pipe()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, v.base.JoinPath("/pay/doctor/pay").String(), from)
	if err != nil {
		return
	}
	request.ContentLength = int64(2 * len(half))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	request.Header.Set("User-Agent", "payapp-doctor")
	answered := make(chan int, 1) // its status; 0 = none came
	go func() {
		response, err := v.client.Do(request)
		_ = from.Close() // nobody reads the rest
		if err != nil {
			answered <- 0
			return
		}
		response.Body.Close()
		answered <- response.StatusCode
	}()
	_, _ = io.WriteString(into, half)
	timer := time.NewTimer(halfBody)
	defer timer.Stop()
	select {
	case status := <-answered:
		if status != http.StatusForbidden {
			v.Unknown("request bodies", "does the proxy pass POSTs on?", "half a form of another site is answered %d", status)
			return
		}
		v.Warn("request bodies", "let the proxy keep them until they are whole: option http-buffer-request in HAProxy, "+
			"proxy_request_buffering on in nginx, proxy-request-buffering in ingress-nginx",
			"the application gets half a form: bodies that come slowly cost it a connection each")
	case <-timer.C:
		_, _ = io.Copy(into, strings.NewReader(half))
		_ = into.Close()
		if status := <-answered; status != http.StatusForbidden {
			v.Unknown("request bodies", "does the proxy pass POSTs on?", "a form of another site is answered %d", status)
			return
		}
		v.Well("request bodies", "the proxy keeps them until they are whole")
	}
}
