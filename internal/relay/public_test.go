package relay

import (
	"errors"
	"net/http"
	"net/netip"
	"sync/atomic"
	"testing"
)

// Every range that isn't on the public internet, by its first, its last and a
// well-known address.
var notPublic = map[string][]string{
	"this network":    {"0.0.0.0", "0.255.255.255"},
	"private 10":      {"10.0.0.0", "10.255.255.255"},
	"shared (CGNAT)":  {"100.64.0.0", "100.100.100.200", "100.127.255.255"},
	"loopback":        {"127.0.0.1", "127.255.255.255", "::1"},
	"link-local":      {"169.254.0.0", "169.254.169.254", "169.254.255.255", "fe80::1", "febf::1"},
	"private 172":     {"172.16.0.0", "172.31.255.255"},
	"protocols":       {"192.0.0.0", "192.0.0.192", "192.0.0.255", "2001:1::1", "2001:20::1"},
	"private 192":     {"192.168.0.0", "192.168.255.255"},
	"documentation":   {"192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff::1"},
	"benchmarks":      {"198.18.0.1", "198.19.255.255", "2001:2::1"},
	"multicast":       {"224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"},
	"reserved":        {"240.0.0.1", "255.255.255.255", "4000::1", "5f00::1", "100::1"},
	"cloud's host":    {"168.63.129.16"},
	"unspecified":     {"::"},
	"unique local":    {"fc00::1", "fd00:ec2::254", "fdff::1"},
	"site-local":      {"fec0::1"},
	"mapped":          {"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:100.64.0.1", "::ffff:0.0.0.0"},
	"compatible":      {"::127.0.0.1", "::10.0.0.1", "::8.8.8.8"},
	"NAT64":           {"64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b::808:808", "64:ff9b:1::a00:1"},
	"6to4":            {"2002:7f00:1::1", "2002:a9fe:a9fe::1", "2002:808:808::1", "192.88.99.1"},
	"Teredo":          {"2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"},
	"with a zone":     {"fe80::1%eth0", "2606:4700::1111%lo", "::1%lo"},
	"SRv6 and others": {"::ffff:0:127.0.0.1", "::2", "200::1"},
}

var public = []string{
	"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
	"169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.255.255", "192.169.0.0",
	"198.17.255.255", "198.20.0.0", "223.255.255.255", "::ffff:8.8.8.8",
	"2001:200::1", "2001:4860:4860::8888", "2606:4700:4700::1111", "2a00::1", "3ffe:ffff::1",
}

func TestFault11_PublicAddresses(t *testing.T) {
	for what, list := range notPublic {
		for _, text := range list {
			if isPublic(netip.MustParseAddr(text)) {
				t.Errorf("%s: %s is taken for public", what, text)
			}
		}
	}
	for _, text := range public {
		if !isPublic(netip.MustParseAddr(text)) {
			t.Errorf("%s is refused", text)
		}
	}
}

// Private addresses are refused before a packet is sent, both as literals and
// as what a name resolves to.
func TestFault11_DialRefusesWhatIsNotPublic(t *testing.T) {
	c := New(Config{AllowHTTP: true})
	var resolved string
	c.answers(func(string) []string { return []string{resolved} })
	for what, list := range notPublic {
		for _, text := range list {
			addr := netip.MustParseAddr(text)
			if addr.Zone() != "" {
				continue // no name resolves to one
			}
			resolved = text
			for _, host := range []string{netip.AddrPortFrom(addr, 9).String(), "shop.example:9"} {
				status, err := c.Pass(t.Context(), Call{To: "http://" + host + "/"})
				if want(t, status, err, 0, ErrRefused); t.Failed() {
					t.Fatalf("%s: %s as %s", what, text, host)
				}
			}
		}
	}
}

// Numbers that some resolvers take for addresses, and names of this machine,
// are judged by what they resolve to.
func TestFault11_OtherSpellings(t *testing.T) {
	m := listen(t, nil)
	c := New(Config{AllowHTTP: true})
	c.answers(func(string) []string { return []string{"127.0.0.1"} })
	for _, host := range []string{
		"localhost", "LOCALHOST.", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::ffff:7f00:1]", "metadata.google.internal",
		"1.1.1.1.nip.example",
	} {
		status, err := c.Pass(t.Context(), Call{To: "http://" + host + ":" + m.port() + "/"})
		if status != 0 || !errors.Is(err, ErrRefused) && !errors.Is(err, ErrUnreachable) || m.calls.Load() != 0 {
			t.Errorf("%s: got %d, %v and %d calls", host, status, err, m.calls.Load())
		}
	}
}

// With the sandbox this machine may be called, but nothing else that isn't
// public.
func TestLoopbackBesideTheSandbox(t *testing.T) {
	c := local()
	for _, host := range []string{"10.0.0.1", "169.254.169.254", "192.168.1.1", "0.0.0.0", "[::]", "[fd00::1]", "[64:ff9b::7f00:1]"} {
		status, err := c.Pass(t.Context(), Call{To: "http://" + host + ":9/"})
		want(t, status, err, 0, ErrRefused)
	}
	m := listen(t, nil)
	for _, host := range []string{"127.0.0.1", "[::ffff:127.0.0.1]"} {
		status, err := c.Pass(t.Context(), Call{To: "http://" + host + ":" + m.port() + "/"})
		want(t, status, err, http.StatusOK, nil)
	}
}

// A name is checked at every call: its next answer may differ.
func TestFault11_Rebinding(t *testing.T) {
	m := listen(t, nil)
	c := local()
	var to atomic.Value
	to.Store("127.0.0.1")
	c.answers(func(string) []string { return []string{to.Load().(string)} })
	call := Call{To: "http://shop.example:" + m.port() + "/"}
	status, err := c.Pass(t.Context(), call)
	want(t, status, err, http.StatusOK, nil)
	for _, bad := range []string{"10.0.0.1", "169.254.169.254", "fd00::1", "64:ff9b::7f00:1"} {
		to.Store(bad)
		status, err := c.Pass(t.Context(), call)
		want(t, status, err, 0, ErrRefused)
	}
	to.Store("127.0.0.1")
	status, err = c.Pass(t.Context(), call)
	want(t, status, err, http.StatusOK, nil)
	if got := m.calls.Load(); got != 2 {
		t.Errorf("%d calls arrived, want 2", got)
	}
}

// If a name has several addresses, each is checked by itself.
func TestSeveralAddresses(t *testing.T) {
	m := listen(t, nil)
	c := local()
	c.answers(func(string) []string { return []string{"10.0.0.1", "169.254.169.254", "127.0.0.1", "192.168.0.1"} })
	status, err := c.Pass(t.Context(), Call{To: "http://shop.example:" + m.port() + "/"})
	want(t, status, err, http.StatusOK, nil)
	c.config.AllowLoopback = false
	status, err = c.Pass(t.Context(), Call{To: "http://shop.example:" + m.port() + "/"})
	want(t, status, err, 0, ErrRefused)
}
