// Package scenarios decides. It says, from facts alone, which step of a payment is
// due. It is pure: no I/O, no clock, no HTTP, no texts.
//
//	RedirectURL ─▶ entry ─▶ Order
//	                            │
//	Order + Progress + known.Payment + Options ─▶ Next ─▶ Step
//	                                                         │
//	           ┌──────────────┬───────────────┬──────────────┴──┐
//	      not created     not created      created           anything
//	      ChooseOption    FillDetails      LeaveForBank      ShowProblem
//	                      ReviewPayment    FollowInstructions WaitInLine
//	                                       GiveReference
//	                                       ShowStatus
//
// Steps don't know one another. Each action of the customer is a method of Facts
// (Choose, Pay, …) that returns new Progress; then Next decides again. Only Next
// decides: reload, Back, a second tab, another browser and another replica all get
// the same answer from the same facts.
//
// The five scenarios (interface.md, Scenarios) are two axes here: what the shop
// locked of the option (Offers) and what it gave of the customer's data (plan, in
// plan.go).
package scenarios

//go:generate go test -run TestMomentsPage -update .
