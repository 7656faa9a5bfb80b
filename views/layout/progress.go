package layout

import "strconv"

// stepKeys name the steps of the progress line.
var stepKeys = [...]string{"common.step.choose", "common.step.details", "common.step.pay", "common.step.done"}

// stepText says where the customer is: "Step 2 of 4: Your details".
func stepText(f Frame) string {
	return f.T.CommonSteps(strconv.Itoa(f.Step), strconv.Itoa(len(stepKeys)), f.T.Text(stepKeys[f.Step-1]))
}

// stepClass is how a step looks where the customer is at another.
func stepClass(step, at int) string {
	if step <= at {
		return "on"
	}
	return ""
}
