package content

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"payapp/money"
)

// filled gives every property a value, however deep.
func filled(v reflect.Value) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Unix(1_795_000_000, 0).UTC()))
		return
	case money.Money:
		v.Set(reflect.ValueOf(money.MustParse("1.50", "THB")))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int64:
		v.SetInt(1)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" {
				filled(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filled(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		filled(v.Index(0))
	case reflect.Map:
		value := reflect.New(v.Type().Elem()).Elem()
		filled(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key"), value)
	default:
		panic("no value for " + v.Type().String())
	}
}

// Ours: browsers keep cookies of earlier releases, so no name in them gets
// another meaning, and none is lost. A new property is added here.
func TestNamesInCookiesStay(t *testing.T) {
	for _, c := range []struct {
		content any
		want    string
	}{
		{&Link{}, `{"m":"x","i":"x","a":{"amount":1.50,"currencyCode":"THB"},"c":"x","cb":"x","r":"x","pm":"x","po":"x","oa":true,"ed":true,"d":{"key":"x"},"t":"x","e":1,` +
			`"cm":"x","ex":1,"un":1}`},
		{&Done{}, `{"m":"x","o":"x","od":true,"t":{"key":"x"},"sf":true,"dp":["x"],"w":true,"wl":{"m":"x","o":{"Code":"x","Name":"x"},` +
			`"a":"x","t":"2026-11-18T11:06:40Z","k":true},` +
			`"pa":"2026-11-18T11:06:40Z","l":true,"r":true,"sp":"2026-11-18T11:06:40Z","sw":"x","rf":"x","n":"x","x":"x","xs":"x",` +
			`"xa":"2026-11-18T11:06:40Z","ph":"2026-11-18T11:06:40Z","pe":"x","e":1,"tm":"x","vf":true}`},
		{&Told{}, `{"d":true,"a":true,"ts":true,"q":1,"n":1,"m":1,"wk":1,"s":{"v":{"s":"x","f":"x","ps":"x","pr":1},"t":1},"e":{"v":{"s":"x",` +
			`"f":"x","ps":"x","pr":1},"t":1},"p":{"v":{"s":"x","f":"x","ps":"x","pr":1},"t":1},"fe":1,` +
			`"am":{"v":{"m":{"amount":1.50,"currencyCode":"THB"},"r":{"amount":1.50,"currencyCode":"THB"},` +
			`"f":{"amount":1.50,"currencyCode":"THB"},"v":{"amount":1.50,"currencyCode":"THB"}},"t":1},` +
			`"pd":{"v":{"m":{"amount":1.50,"currencyCode":"THB"},"r":{"amount":1.50,"currencyCode":"THB"},` +
			`"f":{"amount":1.50,"currencyCode":"THB"},"v":{"amount":1.50,"currencyCode":"THB"}},"t":1},` +
			`"fd":{"v":{"amount":1.50,"currencyCode":"THB"},"t":1},` +
			`"v":{"v":{"amount":1.50,"currencyCode":"THB"},"t":1},"ca":{"v":1,"t":1},"x":{"v":"x","t":1},"r":{"v":"x","t":1},` +
			`"ru":{"v":"x","t":1},"ac":{"v":{"Name":"x","Number":"x","Type":"x","BankCode":"x","BankName":"x"},"t":1},` +
			`"au":{"v":{"Name":"x","Number":"x","Type":"x","BankCode":"x","BankName":"x"},"t":1},"co":{"v":{"ph":"x","em":"x",` +
			`"tx":"x"},"t":1},"lo":{"v":"x","t":1},"c":{"v":"x","t":1},"w":[{"c":"x","o":{"Code":"x","Name":"x"},"a":{"Name":"x",` +
			`"Number":"x","Type":"x","BankCode":"x","BankName":"x"},"pa":{"Name":"x","ID":"x"},"q":"x","qn":"x","d":"x","u":"x",` +
			`"r":"x","l":[{"Title":"x","Steps":["x"]}],"mr":{"amount":1.50,"currencyCode":"THB"},"e":"2026-11-18T11:06:40Z",` +
			`"lt":true,"m":1,"t":1}],"pt":[{"i":"x","f":1,"l":1}],"du":[{"c":"x","m":{"amount":1.50,"currencyCode":"THB"},"t":1}],"z":[{"m":"x","o":{"Code":"x",` +
			`"Name":"x"},"a":"x","t":"2026-11-18T11:06:40Z","k":true}],"tm":"x","lt":1}`},
	} {
		filled(reflect.ValueOf(c.content).Elem())
		text, err := json.Marshal(c.content)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(text)); diff != "" {
			t.Errorf("%T (-want +got):\n%s", c.content, diff)
		}
		again := reflect.New(reflect.TypeOf(c.content).Elem())
		if err := json.Unmarshal([]byte(c.want), again.Interface()); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again.Interface(), c.content) {
			t.Errorf("%T is read as %+v", c.content, again)
		}
	}
}
