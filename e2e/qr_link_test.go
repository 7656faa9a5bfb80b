package e2e

import (
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// Codes that aren't EMVCo's are read by their own specifications: NPCI's UPI
// linking, EIP-681, a web address, a Tron address. Each reader checks what the
// code asks the payer to pay.

// wantLink reads a code by its own specification and compares it with the
// order.
func (c code) wantLink(t *testing.T, payload string) {
	t.Helper()
	if err := c.link(c, payload); err != nil {
		t.Errorf("%q: %v", payload, err)
	}
}

var (
	payeeAddress = regexp.MustCompile(`^[A-Za-z0-9.-]{1,255}@[A-Za-z][A-Za-z0-9]{1,63}$`)
	upiReference = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)
	hexAddress   = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	tronAddress  = regexp.MustCompile(`^T[1-9A-HJ-NP-Za-km-z]{33}$`)
)

// readUPI reads upi://pay. Apps accept only %20 for spaces, and an unescaped @
// in the address.
func readUPI(c code, payload string) error {
	u, err := url.Parse(payload)
	if err != nil {
		return err
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return err
	}
	switch {
	case u.Scheme != "upi" || u.Host != "pay" || u.Path != "" || u.Fragment != "":
		return fmt.Errorf("not upi://pay?…")
	case strings.ContainsAny(u.RawQuery, "+ ") || strings.Contains(u.RawQuery, "%40"):
		return fmt.Errorf("a space or an @ is written in another way")
	case !payeeAddress.MatchString(query.Get("pa")):
		return fmt.Errorf("pa is %q", query.Get("pa"))
	case query.Get("pn") == "" || query.Get("tn") == "":
		return fmt.Errorf("pn is %q, tn %q", query.Get("pn"), query.Get("tn"))
	case !upiReference.MatchString(query.Get("tr")):
		return fmt.Errorf("tr is %q", query.Get("tr"))
	case query.Get("am") != c.amount || query.Get("cu") != c.currency:
		return fmt.Errorf("asks for %s %s", query.Get("am"), query.Get("cu"))
	}
	for name, values := range query {
		if len(values) != 1 {
			return fmt.Errorf("%s is there %d times", name, len(values))
		}
	}
	return nil
}

// readEIP681 reads a transfer of a token: ethereum:<contract>@<chain>/transfer.
// The amount is in base units; one USDC or USDT has a million.
func readEIP681(c code, payload string) error {
	rest, ok := strings.CutPrefix(payload, "ethereum:")
	if !ok {
		return errors.New("no ethereum link")
	}
	target, parameters, _ := strings.Cut(rest, "?")
	target, function, _ := strings.Cut(target, "/")
	contract, chain, _ := strings.Cut(target, "@")
	query, err := url.ParseQuery(parameters)
	if err != nil {
		return err
	}
	want, ok := new(big.Rat).SetString(c.amount)
	if !ok {
		return fmt.Errorf("%q is no amount", c.amount)
	}
	units, ok := new(big.Int).SetString(query.Get("uint256"), 10)
	switch {
	case !hexAddress.MatchString(contract) || !hexAddress.MatchString(query.Get("address")):
		return fmt.Errorf("contract %q, receiver %q", contract, query.Get("address"))
	case contract == query.Get("address"):
		return fmt.Errorf("the coins go to their own contract")
	case chain != "11155111": // only a test network can't be paid
		return fmt.Errorf("chain %q", chain)
	case function != "transfer" || len(query) != 2:
		return fmt.Errorf("function %q with %v", function, query)
	case !ok || new(big.Rat).SetFrac(units, big.NewInt(1_000_000)).Cmp(want) != 0:
		return fmt.Errorf("asks for %s base units", query.Get("uint256"))
	}
	return nil
}

// readZapper reads a web address that the wallet's app opens; it must not be
// payable.
func readZapper(c code, payload string) error {
	u, err := url.Parse(payload)
	switch {
	case err != nil:
		return err
	case u.Scheme != "https" || u.User != nil || u.Hostname() != "zapper.example.com":
		return fmt.Errorf("leads to %s://%s", u.Scheme, u.Host)
	case u.Query().Get("ref") == "" || u.Query().Get("amount") != c.amount:
		return fmt.Errorf("asks for %v", u.Query())
	}
	return nil
}

// readTron: wallets accept only the bare address. The tests of its package
// check its checksum.
func readTron(_ code, payload string) error {
	if !tronAddress.MatchString(payload) {
		return fmt.Errorf("no Tron address")
	}
	return nil
}

// The readers refuse what apps and wallets would refuse.
func TestLinkReadersRefuse(t *testing.T) {
	upi, coins := code{amount: "499.00", currency: "INR"}, code{amount: "25.5", currency: "USDC"}
	const good = "upi://pay?pa=shop@bank&pn=Shop&mc=5812&tr=SB1&tn=Order%20SB1&am=499.00&cu=INR"
	const contract, receiver = "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238", "0x2c7D4B196Cb0C7B01d743Fbc6116a902379C7238"
	if err := readUPI(upi, good); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{{"upi://", "UPI:"}, {"%20", "+"}, {"@", "%40"}, {"SB1&tn", "SB-1&tn"}, {"499.00", "499"}, {"INR", "THB"}, {"shop@bank", "shop"}, {"&mc", "&am=1&mc"}} {
		if bad := strings.Replace(good, change[0], change[1], 1); readUPI(upi, bad) == nil {
			t.Errorf("%s is taken", bad)
		}
	}
	token := "ethereum:" + contract + "@11155111/transfer?address=" + receiver + "&uint256=25500000"
	if err := readEIP681(coins, token); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{{"@11155111", "@1"}, {"25500000", "25.5"}, {"25500000", "2550000"}, {receiver, contract}, {"/transfer", ""}, {"ethereum:", "ethereum://"}, {"&uint256", "&value=1&uint256"}} {
		if bad := strings.Replace(token, change[0], change[1], 1); readEIP681(coins, bad) == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
