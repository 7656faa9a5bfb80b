package scenarios

import (
	"reflect"
	"testing"

	"payapp/apiclient"
)

// interface.md says "validated where present" about creations, but not how an
// answer names the field: any path that ends in its name does (ours).
func TestFieldsThatTheGatewayNames(t *testing.T) {
	f := facts(t, thai(), "paymentMethodCode", "OFFLINE")
	for named, want := range map[string][]string{
		"accountName": {"accountName"}, "account.accountName": {"accountName"}, "paymentMethod.account.accountName": {"accountName"},
		"/paymentMethod/account/accountName": {"accountName"}, "$.paymentMethod['account']['accountName']": {"accountName"},
		"account_name": {"accountName"}, "paymentMethod[account][accountName]": {"accountName"},
		"paymentRequested.money.amount": nil, "": nil, "name": nil, "accountName.x": nil,
	} {
		if got, _ := f.Disputed("OFFLINE", []apiclient.FieldError{{Field: named}}); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v; want %v", named, got, want)
		}
	}
	locked := facts(t, thai(), "paymentMethodCode", "OFFLINE", "accountName", "A B")
	if got, _ := locked.Disputed("OFFLINE", []apiclient.FieldError{{Field: "accountName"}, {Field: "productId"}}); !reflect.DeepEqual(got, []string{"productId"}) {
		t.Errorf("locked: got %v; want what the customer can mend", got)
	}
}

// A field error of the gateway is shown with its field, with what was typed,
// and doesn't prevent another Pay: the gateway decides again.
func TestADisputedFieldIsShownAndSentAgain(t *testing.T) {
	for name, f := range map[string]Facts{
		"asked":                     facts(t, thai(), "paymentMethodCode", "OFFLINE"),
		"locked, and not asked yet": facts(t, thai(), "paymentMethodCode", "OFFLINE", "accountName", "A B"),
	} {
		f = typed(t, f, "OFFLINE", "productId", "P-1")
		progress, creation, err := f.Pay(nil, asSeen)
		if err != nil || creation == nil {
			t.Fatalf("%s: %v: nothing is sent", name, err)
		}
		f.Progress = progress.RecordOutcome(creation.Sent, Result{OutcomeDisputed, "", []string{"productId"}})
		step, ok := due(f).(FillDetails)
		if !ok || !step.ShowFaults || step.Faults["productId"] == nil || step.PayAnyway {
			t.Fatalf("%s: got %+v", name, due(f))
		}
		progress, creation, err = f.Pay(map[string]string{"productId": "P-2"}, asSeen)
		if err != nil || creation == nil || creation.Method["productId"] != "P-2" || len(progress.Disputed) > 0 {
			t.Errorf("%s: the second Pay: %v, %+v", name, err, creation)
		}
	}
}
