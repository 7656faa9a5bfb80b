package payload

import (
	"fmt"
	"net/url"
	"strings"
)

// UPI is a payment link to a UPI id at a bank that doesn't exist. Spaces are
// %20 and the @ isn't escaped, as the apps expect.
func UPI(o Order) string {
	return fmt.Sprintf("upi://pay?pa=sandbox.shop@examplebank&pn=%s&mc=5812&tr=%s&tn=%s&am=%s&cu=INR",
		spaced(o.Name), o.Reference, spaced("Order "+o.Reference), o.Amount)
}

// spaced is a value of a query, with %20 for its spaces.
func spaced(value string) string { return strings.ReplaceAll(url.QueryEscape(value), "+", "%20") }

// Zapper is a link that the wallet's app would open, at example.com.
func Zapper(o Order) string {
	return "https://zapper.example.com/pay?ref=" + o.Reference + "&amount=" + o.Amount
}

// Receiving addresses on test networks. Real coins sent to them on a main
// network are lost, so the networks' names say "test network".
const (
	evmAddress    = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	tronAddress   = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"
	solanaAddress = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"
)

type contract struct {
	chain   int
	address string
}

// contracts are ERC-20 tokens on test chains.
var contracts = map[string]map[string]contract{
	"ETHEREUM": {
		"USDC": {11155111, "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238"},
		"USDT": {11155111, "0xaA8E23Fb1079EA71e0a56F48a2aA51851D8433D0"},
	},
	"POLYGON": {
		"USDC": {80002, "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582"},
		"USDT": {80002, "0x1fdE0eCc619726f4cD597887C9F3b4c8740e19e2"},
	},
}

// CryptoAddress is the address for payments on the network.
func CryptoAddress(network string) string {
	switch network {
	case "TRON":
		return tronAddress
	case "SOLANA":
		return solanaAddress
	}
	return evmAddress
}

// CryptoQR is the code for a payment: EIP-681 on Ethereum's family, the bare
// address on Tron, "" on networks without a convention. The amount is in base
// units, a millionth of a coin.
func CryptoQR(network, coin, amount string) string {
	if network == "TRON" {
		return tronAddress
	}
	c, ok := contracts[network][coin]
	if !ok {
		return ""
	}
	return fmt.Sprintf("ethereum:%s@%d/transfer?address=%s&uint256=%s", c.address, c.chain, evmAddress, baseUnits(amount))
}

func baseUnits(amount string) string {
	whole, fraction, _ := strings.Cut(amount, ".")
	fraction += strings.Repeat("0", 6-len(fraction))
	if units := strings.TrimLeft(whole+fraction, "0"); units != "" {
		return units
	}
	return "0"
}
