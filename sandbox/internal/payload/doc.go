// Package payload writes what the codes on a payment page carry: EMVCo QR
// payloads of the national schemes, UPI links and crypto addresses.
//
// They are well formed, so that any scanner reads them, and worthless, so that
// none can be paid: unassigned bank codes, example.com, test networks.
package payload
