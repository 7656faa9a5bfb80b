package layout_test

import (
	"reflect"
	"strings"
	"testing"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/views/layout"
)

// Every setting of the operator is shown.
func TestPagesShowTheOperator(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	f := layout.Frame{T: bundle.Locales()[0]}
	for field, value := range reflect.ValueOf(&f.Site.Operator).Elem().Fields() {
		value.SetString("https://" + strings.ToLower(field.Name) + ".example")
	}
	var page strings.Builder
	if err := layout.Page(f).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	for field := range reflect.TypeFor[site.Operator]().Fields() {
		if shown := "https://" + strings.ToLower(field.Name) + ".example"; !strings.Contains(page.String(), shown) {
			t.Errorf("no page shows %s", field.Name)
		}
	}
}
