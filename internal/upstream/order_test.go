package upstream

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/limiter"
)

// held is a gateway that answers a read when it is told to, as it is told to.
type held struct{ came chan func(body string) }

func (h held) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Method == http.MethodPost {
		return h.response(request, payinBody("order-1", "")), nil
	}
	answer := make(chan string, 1)
	h.came <- func(body string) { answer <- body }
	select {
	case body := <-answer:
		return h.response(request, body), nil
	case <-request.Context().Done():
		return nil, request.Context().Err()
	}
}

func (held) response(request *http.Request, body string) *http.Response {
	body = strings.ReplaceAll(body, "order-1", strings.TrimPrefix(request.URL.Path, "/payins/"))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Request: request, Body: io.NopCloser(strings.NewReader(body))}
}

// OpenVault seals nothing.
type OpenVault struct{}

func (OpenVault) Seal(name string, plain []byte) []byte { return append([]byte(name+"|"), plain...) }

func (OpenVault) Open(name string, sealed []byte) ([]byte, error) {
	plain, ok := strings.CutPrefix(string(sealed), name+"|")
	if !ok {
		return nil, errors.New("sealed for another name")
	}
	return []byte(plain), nil
}

func (OpenVault) Name(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:9])
}

func (OpenVault) Names() string { return "names" }

func (OpenVault) Marks() []string { return []string{"mark"} }

// Fault 33: a payment is created at one replica and read at three, whose answers
// come in any order. Everywhere, and in the store, the newest counts, nothing takes
// back "paid", and what was sent and the operator, which only one of the answers
// names, stay known.
func TestFault33_AnswersInAnotherOrderAtThreeReplicas(t *testing.T) {
	synctest.Test(t, answersInAnotherOrder)
}

func answersInAnotherOrder(t *testing.T) {
	came := make(chan func(string))
	replicas, end := replicasBeside(t, 3, held{came}, new(atomic.Int64), Config{Rate: 1000})
	defer end()
	named := strings.Replace(payinBody("order-1", "PENDING"), `"idPayin"`, `"paymentOperator":{"code":"TRON","name":"Tron"},"idPayin"`, 1)
	for run, c := range []struct {
		bodies []string // of the reads, in the order in which they began
		order  []int    // in which they end
	}{
		{[]string{named, payinBody("order-1", "PROCESSING"), payinBody("order-1", "SUCCESS")}, []int{2, 1, 0}},
		{[]string{named, payinBody("order-1", "PROCESSING"), payinBody("order-1", "SUCCESS")}, []int{2, 0, 1}},
		{[]string{named, payinBody("order-1", "PROCESSING"), payinBody("order-1", "SUCCESS")}, []int{1, 0, 2}},
		{[]string{named, payinBody("order-1", "SUCCESS"), payinBody("order-1", "PENDING")}, []int{2, 1, 0}}, // a gateway's replica that lags
		{[]string{named, payinBody("order-1", "SUCCESS"), payinBody("order-1", "FAILED")}, []int{0, 1, 2}},
		{[]string{named, payinBody("order-1", "PENDING"), payinBody("order-1", "PROCESSING")}, []int{2, 1, 0}}, // nothing ends: the newest
		{[]string{named, payinBody("order-1", "PENDING"), payinBody("order-1", "PROCESSING")}, []int{0, 2, 1}},
	} {
		want := "SUCCESS"
		if strings.Contains(c.bodies[2], "PROCESSING") {
			want = "PROCESSING"
		}
		caller, id := customer(run), fmt.Sprint("order-1-", run)
		key := caller.Key(id)
		sent := known.Sent{Method: "PROMPTPAY", Operator: apiclient.Operator{Code: "TRON"}, Account: "0801"}
		if _, err := replicas[run%3].Create(t.Context(), caller, id, payinRequest, sent); err != nil {
			t.Fatal(err)
		}
		answers := make([]func(string), 3)
		ended := make([]chan error, 3)
		for i, client := range replicas {
			ended[i] = make(chan error, 1)
			go func() {
				read, _ := client.read(t.Context(), caller, key, client.readings.get(key).renewed, request{operation: opRead, subject: id, lane: limiter.LaneQuestion})
				_, err := read.await(t.Context(), Wait{Line: time.Minute, Whole: time.Minute})
				ended[i] <- err
			}()
			answers[i] = <-came // so that the next one begins later
		}
		for _, i := range c.order {
			answers[i](c.bodies[i])
			if err := <-ended[i]; err != nil {
				t.Fatal(err)
			}
		}
		check := func(who string, p known.Payment) {
			t.Helper()
			filled := p.View()
			if p.View().Payin.Status != want || len(p.Sent) != 1 || p.Sent[0].Account != "0801" || filled.Payin.Operator != (apiclient.Operator{Code: "TRON", Name: "Tron"}) {
				t.Errorf("run %d, %s: %+v; want %s", run, who, p, want)
			}
		}
		synctest.Wait()
		stored, _ := replicas[0].others.Load(t.Context(), key)
		check("the store", stored)
		for i, client := range replicas {
			last, _ := client.Last(caller, id)
			check(fmt.Sprint("replica ", i), last)
		}
	}
}

// At one replica, too, an answer to an older question comes too late to count.
func TestAnOlderAnswerComesLater(t *testing.T) {
	for _, c := range []struct{ older, newer, want string }{
		{"PENDING", "SUCCESS", "SUCCESS"}, {"PENDING", "PROCESSING", "PROCESSING"}, {"PENDING", "FAILED", "FAILED"}, {"SUCCESS", "PENDING", "SUCCESS"},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, gateway, _ := setup(t, Config{})
			gateway.set("order-1", c.older)
			gateway.takes = 2 * time.Second
			var all sync.WaitGroup
			all.Go(func() { _, _ = client.Payin(t.Context(), customer(1), "order-1", nothing, now()) })
			time.Sleep(time.Second) // it has left the gateway, and is on its way
			gateway.slow(10 * time.Millisecond)
			if err := client.SetReference(t.Context(), customer(1), "order-1", "432112345678"); err != nil {
				t.Fatal(err)
			}
			gateway.set("order-1", c.newer)
			time.Sleep(time.Millisecond)
			newer, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
			if err != nil || newer.View().Payin.Status != c.newer || gateway.count(readOfOrder1) != 2 {
				t.Errorf("got %+v, %v after %d reads; want %s of the second", newer, err, gateway.count(readOfOrder1), c.newer)
			}
			all.Wait()
			if last, _ := client.Last(customer(1), "order-1"); last.View().Payin.Status != c.want {
				t.Errorf("first %s, then %s: got %s", c.newer, c.older, last.View().Payin.Status)
			}
		})
	}
}

// An answer is as old as its request, and not as the place in line: who comes for
// it isn't sent to the end of the line again.
func TestTimeInLineDoesNotAge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		client, gateway, _ := setup(t, Config{})
		gateway.set("order-1", "PENDING")
		queueUp(t, client, 10)
		ctx, leave := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer leave()
		if _, err := client.Payin(ctx, customer(1), "order-1", nothing, now()); !errors.Is(err, apiclient.ErrUnavailable) {
			t.Fatalf("got %v; want that nobody waited for it", err)
		}
		began := time.Now()
		for gateway.count(readOfOrder1) == 0 {
			time.Sleep(100 * time.Millisecond)
		}
		if time.Since(began) < 2*Fresh {
			t.Fatalf("it was only %v in line", time.Since(began))
		}
		told, err := client.Payin(t.Context(), customer(1), "order-1", nothing, now())
		if err != nil || time.Since(told.AskedAt()) > 200*time.Millisecond || gateway.count(readOfOrder1) != 1 {
			t.Errorf("got %+v, %v after %d reads; want the answer of the first", told, err, gateway.count(readOfOrder1))
		}
		time.Sleep(time.Minute)
	})
}
