package handlers

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// takenBack is the gateway's part that notes successes taken back.
type takenBack struct {
	Upstream
	orders, differs []string
}

func (g *takenBack) Differs(assumption string) { g.differs = append(g.differs, assumption) }

func (takenBack) GrantsNumber(upstream.Caller, string) bool { return true }

func (g *takenBack) TakenBack(idPayin string, _ known.Payment) { g.orders = append(g.orders, idPayin) }

// of are the facts of an order.
func of(id string) scenarios.Facts { return scenarios.Facts{Order: entry.Order{IDPayin: id}} }

// Ours: something that a person should look into is logged as an error once for
// a payment, however often its page is loaded.
func TestAlarmsOncePerPayment(t *testing.T) {
	s := inside(t)
	var log bytes.Buffer
	s.Logger = slog.New(slog.NewTextHandler(&log, nil))
	noted := &takenBack{}
	s.Upstream = noted
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/pay/ref", nil), httptest.NewRecorder())
	paid := known.Read(apiclient.Payin{Status: apiclient.StatusSuccess}, noon)
	denied := known.Read(apiclient.Payin{Status: "REFUSED"}, noon.Add(time.Second))
	for _, id := range []string{"order-1", "order-1", "order-2", "order-1"} {
		v := &visit{ref: id, Facts: of(id), payment: paid}
		if s.merge(v, denied); v.payment.View().Status() != known.Success {
			t.Errorf("it is %s", v.payment.View().Status())
		}
		s.logStep(c, v, scenarios.ShowProblem{Code: scenarios.ProblemAmount})
	}
	if want := []string{"order-1", "order-1", "order-2", "order-1"}; !slices.Equal(noted.orders, want) {
		t.Errorf("successes taken back are noted of %q, want %q", noted.orders, want)
	}
	if n, all := strings.Count(log.String(), "level=ERROR msg=\"payment stopped\""), strings.Count(log.String(), "payment stopped"); n != 2 || all != 2 {
		t.Errorf("%d errors of %d lines for two payments; want 2 of 2:\n%s", n, all, log.String())
	}
	if want := []string{"amount-required", "amount-required"}; !slices.Equal(noted.differs, want) {
		t.Errorf("%q are counted, want %q", noted.differs, want)
	}
	again := &visit{ref: "order-1", Facts: of("order-1"), payment: paid}
	for _, step := range []scenarios.Step{
		scenarios.ShowProblem{Code: scenarios.ProblemAmount}, scenarios.ShowProblem{Code: scenarios.ProblemNoWay}, scenarios.ShowProblem{Code: scenarios.ProblemNoWay},
		scenarios.WaitInLine{}, scenarios.ShowProblem{Code: scenarios.ProblemNoWay},
	} {
		s.logStep(c, again, step)
	}
	if all := strings.Count(log.String(), "payment stopped"); all != 3 {
		t.Errorf("%d lines after another state of one; want 3:\n%s", all, log.String())
	}
}

// Ours: a customer who leaves before the answer is no error.
func TestWhoLeavesIsNoError(t *testing.T) {
	s := inside(t)
	var log bytes.Buffer
	s.Logger = slog.New(slog.NewTextHandler(&log, nil))
	for _, row := range []struct {
		err  error
		want bool
	}{
		{&net.OpError{Op: "write", Net: "tcp", Err: syscall.EPIPE}, false},
		{errors.New("template failed"), true},
	} {
		log.Reset()
		c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/pay/ref", nil), httptest.NewRecorder())
		c.Response().WriteHeader(http.StatusOK)
		s.showError(row.err, c)
		if got := strings.Contains(log.String(), "level=ERROR"); got != row.want {
			t.Errorf("%v: logged %v, want %v: %s", row.err, got, row.want, log.String())
		}
	}
}

// A link that can't be shown stops a payment that exists already: the line says whose it
// is, and how long, without the address, which is the customer's.
func TestAStoppedLinkNamesItsBank(t *testing.T) {
	s := inside(t)
	var log bytes.Buffer
	s.Logger = slog.New(slog.NewTextHandler(&log, nil))
	c := echo.New().NewContext(httptest.NewRequest(http.MethodGet, "/pay/ref", nil), httptest.NewRecorder())
	address := "https://bank.example/?secret=" + strings.Repeat("a", 5000)
	payin := apiclient.Payin{MethodCode: "ONLINE", Operator: apiclient.Operator{Code: "004", Name: "Bank"}, RedirectURL: address}
	f := of("order-1")
	f.Known.Payin = payin
	s.logStep(c, &visit{ref: "ref", Facts: f}, scenarios.ShowProblem{Code: scenarios.ProblemLink})
	for _, want := range []string{"level=ERROR", "method=ONLINE", "operator=004", "host=bank.example", "bytes=5029"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("lacks %s: %s", want, log.String())
		}
	}
	if strings.Contains(log.String(), "secret") {
		t.Error("the address is told")
	}
}
