package handlers

import (
	"testing"

	"payapp/apiclient"
	"payapp/scenarios"
)

// A refusal to read that could mean "not created" lets the customer go on, and
// says nothing of the token: junk gets it, too. Options, which only a good token
// gets, do.
func TestARefusedReadProvesNoToken(t *testing.T) {
	unsure := scenarios.Facts{Reading: scenarios.Reading{State: scenarios.NotCreated, Unsure: true, At: noon}}
	var v visit
	if changed := v.remember(unsure); changed || v.progress.Proven || !v.progress.NotCreatedAt.IsZero() {
		t.Errorf("after a refusal: %+v", v.progress)
	}
	unsure.Options = &apiclient.Options{}
	if changed := v.remember(unsure); !changed || !v.progress.Proven || !v.progress.NotCreatedAt.Equal(noon) {
		t.Errorf("with options: %+v", v.progress)
	}
}
