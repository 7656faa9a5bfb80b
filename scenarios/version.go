package scenarios

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
)

// Version identifies what a page shows, as far as it may change while the
// customer waits: two pages with the same version need no new one. It is sent to
// the browser as a hash of all that is due, but for what lasting leaves out.
func Version(due Due) string {
	h := sum(14695981039346656037)
	h.value(reflect.ValueOf(&due.About).Elem())
	step := reflect.ValueOf(lasting(due.Step))
	h.text(step.Type().Name())
	h.value(step)
	return strconv.FormatUint(uint64(h), 36)
}

// old stands for the time of any old reading: replicas' differ.
var old = time.Unix(1, 0)

// lasting is the step without what needs no new page. Of a form its name is left, since
// a new page would lose what is being typed. Method rows don't change.
func lasting(step Step) any {
	switch s := step.(type) {
	case ChooseOption:
		return ChooseOption{}
	case FillDetails:
		return FillDetails{}
	case ReviewPayment:
		return ReviewPayment{}
	case GiveReference:
		return GiveReference{}
	case WaitInLine:
		s.Since = time.Time{}
		return s
	case LeaveForBank:
		leaveOut(&s.Payin, false)
		return s
	case FollowInstructions:
		leaveOut(&s.Payin, false)
		if s.CheckedAt = (time.Time{}); s.Fickle { // a code that is another one at each read
			s.Payin.QRCode, s.Payin.DeepLink, s.Payin.RedirectURL, s.AppLink = "", "", "", ""
		}
		if !s.Stale.IsZero() {
			s.Stale = old
		}
		return s
	case ShowStatus:
		if s.Payin != nil {
			p, word := *s.Payin, s.Payin.Status
			leaveOut(&p, s.Status.Ended())
			if s.Payin = &p; s.Status == known.Failed {
				p.Status = word // which kind of failure
			}
		}
		if s.How != nil {
			s.How = &FollowInstructions{} // of the same payment
		}
		if s.Reference == "" {
			s.ReferenceState = ReferenceNone
		}
		if s.CheckedAt = (time.Time{}); !s.Stale.IsZero() {
			s.Stale = old
		}
		return s
	}
	return step
}

// leaveOut leaves out of a payment the gateway's own words, when it began, when it ended
// while it hasn't, and what a creation's answer has but a read may not.
func leaveOut(p *apiclient.Payin, ended bool) {
	if p.Status, p.ProcessorStatus, p.CreatedAt = "", "", (time.Time{}); p.ExpireAt != (time.Time{}) {
		p.ExpireAt = p.ExpireAt.Truncate(time.Minute)
	}
	if p.Requested, p.Fee = (money.Money{}), (money.Money{}); !ended {
		p.ProcessedAt = time.Time{}
	}
}

// sum is the FNV-1a hash of its parts, each terminated. hash/fnv's would
// allocate.
type sum uint64

func (s *sum) text(v string) {
	for i := range len(v) {
		*s = (*s ^ sum(v[i])) * 1099511628211
	}
	*s = (*s ^ '|') * 1099511628211
}

func (s *sum) number(n int64) {
	for range 8 {
		*s, n = (*s^sum(n&0xff))*1099511628211, n>>8
	}
}

// value adds a value of any type that pages are made of. Times are in seconds.
func (s *sum) value(v reflect.Value) {
	switch is := v; is.Kind() {
	case reflect.String:
		s.text(is.String())
	case reflect.Bool:
		s.text(strconv.FormatBool(is.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int64:
		s.number(is.Int())
	case reflect.Pointer, reflect.Interface:
		if s.text(strconv.FormatBool(is.IsNil())); !is.IsNil() {
			s.value(is.Elem())
		}
	case reflect.Slice:
		s.number(int64(is.Len()))
		for i := range is.Len() {
			s.value(is.Index(i))
		}
	case reflect.Map:
		names := is.MapKeys()
		slices.SortFunc(names, func(a, b reflect.Value) int { return cmp.Compare(a.String(), b.String()) })
		for _, name := range names {
			s.text(name.String())
			s.value(is.MapIndex(name))
		}
	case reflect.Struct:
		switch of := is.Type(); of {
		case reflect.TypeFor[time.Time]():
			at, _ := reflect.TypeAssert[time.Time](is)
			s.number(at.Unix())
		case reflect.TypeFor[methods.Method](): // a row, which doesn't change
		default:
			for i := range is.NumField() {
				s.value(is.Field(i))
			}
		}
	default:
		panic("no page is made of a " + is.Kind().String())
	}
}
