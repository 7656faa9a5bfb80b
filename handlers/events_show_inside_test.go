package handlers

import (
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/methods"
	"payapp/scenarios"
)

// A page without a held stream asks soon after the customer did something, and later
// ever less often. It spares a gateway that is in trouble, and comes back soon for its
// turn in line. One that has ended looks now and then, whatever the trouble.
func TestWhenAPageAsksAgain(t *testing.T) {
	pending := known.Read(apiclient.Payin{MethodCode: "PROMPTPAY", Status: "PENDING"}, noon)
	strange := known.Read(apiclient.Payin{MethodCode: "PROMPTPAY", Status: "ODD"}, noon)
	refused := known.Read(apiclient.Payin{MethodCode: "PROMPTPAY", Status: "REFUSED"}, noon)
	for i, c := range []struct {
		known   known.Payment
		trouble scenarios.Trouble
		after   time.Duration // since the customer said to have paid
		want    time.Duration
	}{
		{pending, scenarios.NoTrouble, 0, 2 * time.Second},
		{pending, scenarios.NoTrouble, 5 * time.Minute, 5 * time.Second},
		{strange, scenarios.NoTrouble, 0, 10 * time.Second},
		{pending, scenarios.Unasked, 2 * time.Hour, presenter.WaitingRefresh},
		{pending, scenarios.GatewayDown, 0, 10 * time.Second},
		{pending, scenarios.GatewayBusy, 5 * time.Minute, 10 * time.Second},
		{pending, scenarios.GatewayStrange, 30 * time.Minute, 20 * time.Second},
		{pending, scenarios.GatewayDown, 2 * time.Hour, 2 * time.Minute},
		{refused, scenarios.NoTrouble, 0, 20 * time.Second},
		{refused, scenarios.GatewayDown, 0, 20 * time.Second},
	} {
		f := scenarios.Facts{Catalogue: methods.Default(), Known: c.known.View(), Trouble: c.trouble, Now: noon.Add(c.after)}
		if f.Progress.SaidPaidAt = noon; c.known.View().Status().Ended() {
			f.Now = noon
		}
		if got := pollAfter(f); got != c.want {
			t.Errorf("%d: asks again after %s; want %s", i, got, c.want)
		}
	}
}
