package scenarios

import (
	"testing"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
)

// Ours: what is paid elsewhere, within more than two hours, doesn't need its page, but
// for one that asks for a number afterwards.
func TestPaidLater(t *testing.T) {
	now := time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)
	how := func(p methods.Presentation, left time.Duration, change func(*FollowInstructions)) FollowInstructions {
		step := FollowInstructions{
			Method: methods.Method{Presentation: p}, Status: known.Pending,
			Payin: apiclient.Payin{Operator: apiclient.Operator{Name: "Tron"}, ExpireAt: now.Add(left)},
		}
		if change != nil {
			change(&step)
		}
		return step
	}
	for name, row := range map[string]struct {
		step Step
		over bool
		want bool
	}{
		"a store code":            {step: how(methods.StoreCode, Long+time.Second, nil), want: true},
		"an account":              {step: how(methods.VirtualAccount, 72*time.Hour, nil), want: true},
		"coins":                   {step: how(methods.Crypto, 72*time.Hour, nil), want: true},
		"at a status link":        {step: ShowStatus{How: new(how(methods.QR, 72*time.Hour, nil))}, want: true},
		"two hours":               {step: how(methods.StoreCode, Long, nil)},
		"no deadline":             {step: how(methods.StoreCode, 0, func(s *FollowInstructions) { s.Payin.ExpireAt = time.Time{} })},
		"approved in an app":      {step: how(methods.Approve, 72*time.Hour, nil)},
		"a PIN":                   {step: how(methods.Phone, 72*time.Hour, nil)},
		"a number is asked for":   {step: how(methods.Transfer, 72*time.Hour, func(s *FollowInstructions) { s.AsksReference = true })},
		"on an unknown network":   {step: how(methods.Crypto, 72*time.Hour, func(s *FollowInstructions) { s.Payin.Operator.Name = "" })},
		"nothing is known now":    {step: how(methods.StoreCode, 72*time.Hour, func(s *FollowInstructions) { s.Status = known.Unknown })},
		"the link's time is over": {step: how(methods.StoreCode, 72*time.Hour, nil), over: true},
		"nothing to pay by":       {step: ShowStatus{Status: known.Pending}},
	} {
		if _, got := (Due{Step: row.step, About: About{Over: row.over}}).PaidLater(now); got != row.want {
			t.Errorf("%s: got %t, want %t", name, got, row.want)
		}
	}
}
