package scenarios

// refused is the step after a Pay that the gateway refused, and what helps then.
func (f Facts) refused(s selection) Step {
	code := f.Progress.Refused
	if code == ProblemLocked && len(f.Progress.Disputed) > 0 {
		return f.problem(ShowProblem{Code: code, Field: f.Progress.Disputed[0], CanChange: s.open})
	}
	helps := code == codeInactivity || !IsRefusalCode(code) && code != ProblemUnavailable
	p := ShowProblem{Code: code, CanChange: s.open, CanRetry: true, RetryFirst: helps, Leave: !s.open && !helps}
	if s.offer != nil && s.decided {
		plan, _ := f.plan(s)
		p.Given = len(plan.Asked) == 0
	}
	return f.problem(p)
}
