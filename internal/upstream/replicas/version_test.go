package replicas

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"payapp/internal/known"
	"payapp/internal/upstream/payment"
)

// What replicas of 1.0.0 share is read by this one, so that they are replaced one by one:
// a name may be added, and none taken away or used anew. Payments are in internal/known.
func TestWhatTheFirstReleaseSharesIsRead(t *testing.T) {
	t.Parallel()
	c, server := newClock(), startRedis(t)
	vault := plainVault{"key"}
	r := server.replica(vault, "A", c)
	at := c.time.UnixMilli()
	slots := ""
	for i := range testRate {
		slots += fmt.Sprintf(`,"B:%d":"%d"`, i, at+700)
	}
	shop := fmt.Sprintf(`{"slots":{%s},"last":%d,"earned":[0.5,0,0,0,0],"line":["{\"name\":\"B\",\"comes\":%d,\"grace\":100,\"most\":10,`+
		`\"waits\":[{\"lane\":2,\"n\":1,\"since\":%d}]}"]}`, slots[1:], at-5, at+10, at-20)
	if err := server.client.Set(t.Context(), merchantKey("M", "shop"), shop, 0).Err(); err != nil {
		t.Fatal(err)
	}
	if g := sharedBy(r, "M").Take(page); g.OK || g.Wait <= 0 || g.Wait > time.Second {
		t.Errorf("where all slots are taken for 0.7 s: %+v", g)
	}
	options := vault.Seal("options name", []byte(`{"o":{"Methods":[{"MethodCode":"ONLINE","Operators":[{"Code":"1","Name":"Bank"}]}],"ExternalProviders":null},`+
		`"t":"2026-01-02T03:04:00Z"}`))
	if o, ok := opened[payment.Options](r, "options", "name", options); !ok || len(o.Options.Methods) != 1 || o.Options.Methods[0].Operators[0].Name != "Bank" || o.At.Minute() != 4 {
		t.Errorf("options: %+v, %v", o, ok)
	}
	var got []string
	to := Listener{
		Nudged: func(ref string) { got = append(got, "nudged "+ref) },
		Limited: func(merchant string, pause time.Duration) {
			got = append(got, fmt.Sprint("limited ", merchant, " ", pause))
		},
		Changed: func(key payment.Key, p known.Payment) {
			got = append(got, fmt.Sprint("changed ", key.IDPayin, " ", p.Accepted))
		},
	}
	for _, m := range []string{`{"r":"ref"}`, `{"m":"M","w":2000000000}`, `{"k":"MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI=","i":"order-1","p":{"a":true}}`} {
		r.open("B "+string(vault.Seal("news", []byte(m))), to)
	}
	if want := []string{"nudged ref", "limited M 2s", "changed order-1 true"}; !slices.Equal(got, want) {
		t.Errorf("messages: %q, want %q", got, want)
	}
}
