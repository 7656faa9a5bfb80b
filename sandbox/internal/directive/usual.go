package directive

// Outcome is what a form's list offers: directives, and what they mean.
type Outcome struct{ Words, Says string }

// Outcomes are the usual ones: how it ends first, then what happens on the way.
var Outcomes = []Outcome{
	{"~success@2s", "Paid after 2 s"},
	{"~refused", "Refused"},
	{"~failed-security", "Failed a security check"},
	{"~expires@30s", "Expires in 30 s"},
	{"~strange@4s", "A status that no document names, then paid"},
	{"~lost~success@5s", "The creation's answer is lost, then paid"},
	{"~busy~success@5s", "The gateway is busy (429), then paid"},
	{"~required", "Another amount has to be paid"},
	{"~second-try@2m", "Refused after 2 min, then another code"},
	{"~limit", "The amount is below every method's limit"},
	{"~bank-down", "The first bank that is chosen is down"},
	{"~vat", "With VAT"},
	{"~refuse-unregistered", "Creation refused: customer not registered"},
}
