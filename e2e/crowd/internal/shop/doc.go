// Package shop is the other side of a payment: it makes orders at the sandbox's
// demo shop, and plays the bank that pays them. Neither the shop's calls nor the
// console's count against the rate.
package shop
