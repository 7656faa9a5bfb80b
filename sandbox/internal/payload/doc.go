// Package payload makes the contents of the codes on a payment page: EMVCo QR
// payloads of the national schemes, UPI links and crypto addresses.
//
// They are well formed, so that any scanner reads them, but can't be paid:
// unassigned bank codes, example.com, test networks.
package payload
