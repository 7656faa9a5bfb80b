// Package directive reads the steering that an order id carries after "~":
// "order-17~success@2s", "order-18~lost~refused@5s". The sandbox's start page
// lists the directives; unknown ones have no effect.
package directive
