package directive

// Usual are directives that forms suggest: the outcomes first, then what happens
// on the way.
var Usual = []string{
	"~success@2s", "~refused", "~failed-security", "~expires@30s", "~strange@4s", "~lost~success@5s",
	"~busy~success@5s", "~required", "~vat", "~refuse-unregistered",
}
