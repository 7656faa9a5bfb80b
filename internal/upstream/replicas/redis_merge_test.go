package replicas

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
)

// parts are what replicas may know of one payment, each something else.
func parts() []known.Payment {
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	tron := apiclient.Operator{Code: "TRON", Name: "Tron"}
	return []known.Payment{
		known.Read(apiclient.Payin{IDPayin: "p", Status: "SUCCESS"}, at),
		known.Read(apiclient.Payin{IDPayin: "p", Status: "PENDING", MethodCode: "CRYPTO", Operator: tron}, at.Add(time.Second)),
		known.Payment{}.WithSent(known.Sent{Method: "CRYPTO", Operator: tron, At: at}),
		known.Read(apiclient.Payin{IDPayin: "p", Status: "PENDING", IsTest: true}, at.Add(2*time.Second)),
		known.Missed(at.Add(3 * time.Second)),
		known.Payment{}.WithSent(known.Sent{Method: "CRYPTO", Account: "0801", At: at}),
	}
}

func together(all []known.Payment) (p known.Payment) {
	for _, part := range all {
		p = p.Merge(part)
	}
	return p
}

// Replicas that write at the same moment lose nothing: what the store has in the
// end is what all of them know together.
func TestWritersAtOnceLoseNothing(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	all := parts()
	for n := 2; n <= len(all); n++ {
		writers := make([]*Replica, n)
		for i := range writers {
			writers[i] = newsOf(server, plainVault{"key"}, fmt.Sprint(i))
		}
		for round := range 50 {
			key := someKey(fmt.Sprint(n, " ", round))
			begin := make(chan struct{})
			var ended sync.WaitGroup
			for i, writer := range writers {
				ended.Go(func() {
					<-begin
					if told := writer.Save(t.Context(), key, all[i], true); !told.Merge(all[i]).View().Same(told.View()) {
						t.Errorf("told %+v; want at least what it said", told)
					}
				})
			}
			close(begin)
			ended.Wait()
			got, ok := writers[0].Load(t.Context(), key)
			if want := together(all[:n]); !ok || !got.View().Same(want.View()) {
				t.Fatalf("%d writers, round %d: the store has %v\n%+v\nwant\n%+v", n, round, ok, got, want)
			}
		}
	}
}

// Who writes is told what others knew, and an older answer replaces nothing.
func TestASaveTellsBackWhatTheStoreKnew(t *testing.T) {
	t.Parallel()
	server := startRedis(t)
	news := newsOf(server, plainVault{"key"}, "a")
	var want known.Payment
	for i, part := range parts() {
		want = want.Merge(part)
		told := news.Save(t.Context(), someKey("p"), part, true)
		got, _ := news.Load(t.Context(), someKey("p"))
		if !told.View().Same(want.View()) || !got.View().Same(want.View()) || !got.AskedAt().Equal(want.AskedAt()) {
			t.Errorf("part %d: told %+v; the store has %+v; want %+v", i, told, got, want)
		}
	}
}
