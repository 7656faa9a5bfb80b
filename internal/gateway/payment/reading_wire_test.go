package payment

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/apiclient"
	"payapp/money"
)

// fill gives every field below v a value of its own.
func fill(t *testing.T, v reflect.Value, number *int) {
	t.Helper()
	*number++
	switch v.Interface().(type) {
	case money.Money:
		v.Set(reflect.ValueOf(money.MustParse(fmt.Sprintf("%d.5", *number), "THB")))
		return
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 1, 1, 0, 0, *number, 123456789, time.UTC)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), number)
		}
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d <&> ไทย", *number))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(t, v.Index(i), number)
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{"city": "Bangkok", "street": "Silom"}))
	default:
		t.Fatalf("%v isn't filled: say how, and see that it comes back", v.Type())
	}
}

func comeBack(t *testing.T, r Reading) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got Reading
	err = json.Unmarshal(text, &got)
	exact := cmp.Comparer(func(a, b money.Money) bool { return a == b })
	if diff := cmp.Diff(r, got, exact); err != nil || diff != "" {
		t.Errorf("%s: %v\n%s", text, err, diff)
	}
}

// A reading from another replica arrives complete.
func TestReadingWire(t *testing.T) {
	var full Reading
	number := 0
	fill(t, reflect.ValueOf(&full).Elem(), &number)
	comeBack(t, full)
	comeBack(t, Reading{})
	comeBack(t, Reading{At: time.Date(2026, 1, 1, 0, 0, 0, 1, time.UTC)})
	for _, text := range []string{`0`, `-3.25`, `123456789012345678`, `0.000000000000000001`, `1e3`} {
		for _, currency := range []string{"THB", "IDR", "XXX", "NO SUCH", ""} {
			var m money.Money
			if err := m.UnmarshalJSON([]byte(`{"amount":` + text + `,"currencyCode":"` + currency + `"}`)); err != nil {
				t.Fatal(err)
			}
			comeBack(t, Reading{Payin: apiclient.Payin{Money: m, MoneyRequired: m}, Found: true})
		}
	}
}

func TestReadingWireRefusesNonsense(t *testing.T) {
	for _, text := range []string{``, `{`, `[]`, `{"p":{"m":{"amount":"x"}}}`, strings.Repeat(`[`, 100_000)} {
		var got Reading
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%.20q: got %+v", text, got)
		}
	}
}
