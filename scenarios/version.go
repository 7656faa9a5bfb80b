package scenarios

import (
	"fmt"
	"hash/fnv"
	"strconv"
)

// Version names what a page of the step shows, as far as it changes while the
// customer waits: two steps of one version need no new page. It holds no
// secret; it goes to the browser.
func Version(step Step) string {
	h := fnv.New64a()
	switch s := step.(type) {
	case ShowStatus:
		reference := ""
		if s.Payin != nil {
			reference = s.Payin.ExternalReference
		}
		fmt.Fprint(h, "status|", s.Status, "|", s.Deadline, "|", s.Trouble, "|", s.BankURL != "", "|", reference)
	case FollowInstructions:
		fmt.Fprint(h, "instructions|", s.Status, "|", s.Payin.MethodCode, "|", s.Payin.QRCode, "|", s.Payin.DeepLink)
	case GiveReference:
		fmt.Fprint(h, "reference")
	case LeaveForBank:
		// The page of somebody who left: the payment's address shows the status.
		fmt.Fprint(h, "status|", StatusPending, "|false||true|", s.Payin.ExternalReference)
	case ShowProblem:
		fmt.Fprint(h, "problem|", s.Code)
	default:
		fmt.Fprintf(h, "%T", s)
	}
	return strconv.FormatUint(h.Sum64(), 36)
}
