package sandbox_test

import (
	"strings"
	"testing"
	"time"
)

// interface.md, States: when the payment process finishes, successfully or not,
// a callback is sent; the process object says when it finished.
func TestStatesFinishing(t *testing.T) {
	for status, processor := range map[string]string{"SUCCESS": "SETTLED", "REFUSED": "DECLINED", "FAILED": "ERROR", "CANCELED": "ABANDONED", "EXPIRED": "TIMED_OUT"} {
		f, l := setup(t), listen(t, 0)
		f.createFor(l, "o-1")
		f.clock.advance(time.Minute)
		f.setStatus("o-1", status)
		f.deliver()
		read := f.want(200, f.token("o-1"), "GET", "/payins/o-1", "")
		if read.at("process.status") != status || read.at("process.createdAt") != "2026-11-21T09:00:00.000Z" || read.at("process.processedAt") != "2026-11-21T09:01:00.000Z" ||
			read.at("process.isTest") != true || read.at("process.processorStatus") != processor {
			t.Errorf("%s: got %s", status, read.raw)
		}
		if got := len(l.calls()); got != 1 {
			t.Errorf("%s: got %d callbacks", status, got)
		}
	}
}

// interface.md, Events: "Callback listeners must tolerate unfamiliar event
// types". The shop's does.
func TestEventsShopToleratesUnfamiliarParameters(t *testing.T) {
	f := setup(t)
	for body, want := range map[string]int{"idPayin=o-1&eventType=MOON_PHASE&x=%00": 204, "idPayout=p-1": 204, "nothing=1": 400, "idPayin=" + strings.Repeat("x", 200): 400} {
		response, _ := f.do(f.request("POST", "/shop/callback", body))
		if response.StatusCode != want {
			t.Errorf("%s: got %d, want %d", body, response.StatusCode, want)
		}
	}
}
