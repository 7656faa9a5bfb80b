// Package content is what a payment's three cookies hold, as internal/session
// seals them. A name that is in use never gets another meaning: browsers keep
// cookies of earlier releases.
package content
