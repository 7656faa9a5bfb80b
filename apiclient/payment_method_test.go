package apiclient

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPaymentMethodBody(t *testing.T) {
	for name, c := range map[string]struct {
		method PaymentMethod
		want   string
	}{
		"nothing but a code": {PaymentMethod{Code: "PIXQR"}, `{"paymentMethodCode":"PIXQR"}`},
		"all": {
			PaymentMethod{
				Code: "A", Operator: "B", AccountName: "C", AccountNumber: "D", AccountType: "E", EmailAddress: "F", PhoneNumber: "G",
				TaxID: "H", ProductID: "I", IdentifyingReference: "J", Location: map[string]string{"city": "K", "street": ""},
				CustomerName: &CustomerName{TitleBefore: "L", FirstName: "M", MiddleName: "N", LastName: "O", TitleAfter: "P"},
			},
			`{"account":{"accountName":"C","accountNumber":"D","accountType":"E"},` +
				`"customerName":{"firstName":"M","lastName":"O","middleName":"N","titleAfter":"P","titleBefore":"L"},"emailAddress":"F",` +
				`"identifyingReference":"J","paymentLocation":{"city":"K"},"paymentMethodCode":"A","paymentOperatorCode":"B","phoneNumber":"G",` +
				`"productId":"I","taxId":"H"}`,
		},
		"an object with nothing in it": {PaymentMethod{Code: "A", CustomerName: &CustomerName{}}, `{"paymentMethodCode":"A"}`},
	} {
		got, err := encode(c.method.Body())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
