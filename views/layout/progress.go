package layout

import "strconv"

// stepKeys name the steps of the progress line.
var stepKeys = [...]string{"common.step.choose", "common.step.details", "common.step.pay", "common.step.done"}

// stepText says where the customer is: "Step 2 of 4: Your details".
func stepText(f Frame) string {
	return f.T.CommonSteps(strconv.Itoa(f.Step), strconv.Itoa(len(stepKeys)), f.T.Text(stepKeys[f.Step-1]))
}

// segments says for each step whether it is reached.
func segments(step int) [len(stepKeys)]bool {
	var on [len(stepKeys)]bool
	for i := range on {
		on[i] = i < step
	}
	return on
}
