// Package directive reads the steering that an order id carries after "~":
// "order-17~success@2s", "order-18~lost~refused@5s". The words are listed in
// the sandbox's start page; unknown ones steer nothing.
package directive
