package layout

import "strconv"

// stepKeys name the steps of the progress line.
var stepKeys = [...]string{"common.step.choose", "common.step.details", "common.step.pay", "common.step.done"}

// stepText says where the customer is: "Step 2 of 4: Your details".
func stepText(f Frame) string {
	left := firstStep(f)
	return f.T.CommonSteps(strconv.Itoa(f.Step-left), strconv.Itoa(len(stepKeys)-left), f.stepName())
}

// stepName is the step's name; where no details are asked, that is to check.
func (f Frame) stepName() string {
	if check := f.T.ReviewHeading(); f.Heading == check || f.Choosing {
		return check
	}
	return f.T.Text(stepKeys[f.Step-1])
}

// firstStep is the index of the first step that the payment has.
func firstStep(f Frame) int {
	if f.Unchosen {
		return 1
	}
	return 0
}

// stepClass is how a step looks where the customer is at another.
func stepClass(step, at int) string {
	if step <= at {
		return "on"
	}
	return ""
}
