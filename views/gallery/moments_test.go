package gallery

import (
	"reflect"
	"testing"
)

// Whatever can be set of the operator stands in the gallery.
func TestTheGalleryShowsTheOperator(t *testing.T) {
	for field, value := range reflect.ValueOf(settings.Operator).Fields() {
		if value.IsZero() {
			t.Errorf("moments.go: settings has no %s", field.Name)
		}
	}
}
