package upstream

import (
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/payment"
)

// What is heard counts as it would have if it had been read here: the newer of
// two answers wins, and none that began before a change made here is fresh.
func TestReadingsLearn(t *testing.T) {
	began := time.Now().Truncate(time.Millisecond)
	at := func(second int) time.Time { return began.Add(time.Duration(second) * time.Second) }
	says := func(second int, status string) known.Payment {
		return known.Read(apiclient.Payin{Status: status}, at(second))
	}
	key, now := payment.Key{IDPayin: "order-1"}, at(5)
	r := newReadings(readingsBytes, func() time.Time { return now })
	learn := func(told known.Payment) (changed bool) {
		now = told.AskedAt()
		_, _, changed = r.merge(key, told)
		return changed
	}
	if learn(known.Missed(at(1))); !r.get(key).AskedAt().Equal(at(1)) {
		t.Error("the first answer isn't taken")
	}
	if !learn(says(2, "PENDING")) {
		t.Error("a later one isn't told")
	}
	if learn(says(1, "CREATED")) || learn(known.Missed(at(3))) {
		t.Error("an older one is taken, or that it is gone")
	}
	if got := r.get(key); got.View().Payin.Status != "PENDING" || !got.AskedAt().Equal(at(3)) {
		t.Errorf("it was asked at %v: %+v", got.AskedAt(), got.Payment)
	}
	if learn(says(4, "PENDING")) || !r.get(key).AskedAt().Equal(at(4)) {
		t.Error("the same, later, is told as new, or isn't taken")
	}
	now = at(5)
	r.renew(key)
	if learn(says(5, "PENDING")); !r.get(key).due() {
		t.Error("what was asked before the payment was changed here counts as fresh")
	}
	if !learn(says(6, "SUCCESS")) || r.get(key).due() {
		t.Error("what was asked after it doesn't")
	}
	r.fail(key, apiclient.ErrUnavailable)
	if learn(says(6, "SUCCESS")); r.failure(key).err == nil {
		t.Error("what was known before a read failed makes up for it")
	}
	if !learn(says(7, "SUCCESS")) || r.failure(key).err != nil {
		t.Error("a read that failed here is still told, though another replica's didn't")
	}
	if learn(says(8, "PENDING")); r.get(key).View().Status() != known.Success {
		t.Error("a payment is unpaid")
	}
}

// What another replica dates in the future, also whenever the store is asked, is
// neither fresh nor newer than our own answers.
func TestReadingsOfTheFutureAreOld(t *testing.T) {
	key, now := payment.Key{IDPayin: "order-1"}, time.Now().Truncate(time.Millisecond)
	r := newReadings(readingsBytes, func() time.Time { return now })
	future := known.Read(apiclient.Payin{Status: "PENDING"}, now.Add(time.Hour))
	r.merge(key, future)
	if age := now.Sub(r.get(key).AskedAt()); age <= Fresh || r.get(key).View().Status() != known.Pending {
		t.Errorf("%v, %v old", r.get(key).View().Status(), age)
	}
	r.merge(key, known.Read(apiclient.Payin{Status: "PROCESSING"}, now))
	r.merge(key, future)
	if got := r.get(key); got.View().Payin.Status != "PROCESSING" || !got.AskedAt().Equal(now) {
		t.Errorf("%s, %v old", got.View().Payin.Status, now.Sub(got.AskedAt()))
	}
}

// A change of before the clock was set back is over with the next answer.
func TestAChangeOfTheFutureEndsWithAnAnswer(t *testing.T) {
	key, now := payment.Key{IDPayin: "order-1"}, time.Now().Truncate(time.Millisecond)
	r := newReadings(readingsBytes, func() time.Time { return now })
	r.merge(key, known.Read(apiclient.Payin{Status: "PENDING"}, now))
	r.renew(key)
	now = now.Add(-time.Hour)
	if !r.get(key).due() {
		t.Error("what was asked before the payment was changed counts as fresh")
	}
	if r.merge(key, known.Read(apiclient.Payin{Status: "PENDING"}, now)); r.get(key).due() {
		t.Error("what was asked after it doesn't")
	}
}

// While a creation is under way an earlier "not created" isn't fresh; what the
// creation says is, also if no time has passed.
func TestACreationOutdatesWhatWasReadBefore(t *testing.T) {
	key, now := payment.Key{IDPayin: "order-1"}, time.Now().Truncate(time.Millisecond)
	r := newReadings(readingsBytes, func() time.Time { return now })
	r.outdate(key)
	if len(r.known.Keys()) != 0 {
		t.Error("something is kept of a payment of which nothing is known")
	}
	r.merge(key, known.Missed(now.Add(-time.Second)))
	r.outdate(key)
	if !r.get(key).due() {
		t.Error("what was read before a creation counts as fresh")
	}
	r.merge(key, known.Read(apiclient.Payin{Status: "PENDING"}, now))
	if r.get(key).due() {
		t.Error("a creation's answer doesn't count as fresh")
	}
}

// A read that ends after the payment was created, but began before, isn't
// announced as "not created".
func TestStaleReadsAreNotTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		replicas, gateway, end := replicasOf(t, 2, Config{})
		defer end()
		client, other := replicas[0], replicas[1]
		client.takesVersion.Store(true)
		gateway.send(func() (_, _ time.Duration) { return 0, time.Second })
		told := 0
		defer other.Watch(unverified(1), "order-1", "ref", time.Now(), func() {
			if p, _ := other.Last(unverified(1), "order-1"); p.View().Existence != known.Described || len(p.Sent) != 1 {
				t.Errorf("others were told %+v; want of the creation", p)
			}
			told++
		})()
		go client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		time.Sleep(500 * time.Millisecond)
		gateway.send(nil)
		if _, err := client.Create(t.Context(), customer(1), "order-1", payinRequest, payinSent); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		if synctest.Wait(); told == 0 {
			t.Error("others are told nothing")
		}
	})
}
