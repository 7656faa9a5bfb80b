package network

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestFault64_AddressesAsProxiesWriteThem(t *testing.T) {
	for hop, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "203.0.113.7:51008": "203.0.113.7", `"203.0.113.7:80"`: "203.0.113.7", "203.0.113.7:_port": "203.0.113.7",
		"2001:db8::1": "2001:db8::1", "2001:DB8:0::1": "2001:db8::1", "[2001:db8::1]": "2001:db8::1", "[2001:db8::1]:443": "2001:db8::1",
		`"[2001:db8::1]:443"`: "2001:db8::1", `"[2001:db8::1]:_x"`: "2001:db8::1", "fe80::1%eth0": "fe80::1", "[fe80::1%25eth0]:80": "fe80::1",
		"::ffff:203.0.113.7": "203.0.113.7", "[::ffff:203.0.113.7]:80": "203.0.113.7", `"\[2001:db8::1\]"`: "2001:db8::1",
		"": "", "unknown": "", "_hidden": "", "-": "", "203.0.113": "", "203.0.113.7:": "", "203.0.113.7:http": "", "203.0.113.7:70000": "", "203.0.113.7, 1.2.3.4": "",
		"[2001:db8::1": "", "[2001:db8::1]:": "", "[2001:db8::1]x": "", "[203.0.113.7]": "", "shop.example": "", "shop.example:80": "", "1.2.3.4:5:6": "", "]": "", "[": "", `"`: "",
		"203.0.113.07": "", "0x7f.0.0.1": "", "<script>": "",
	} {
		got, ok := AddressIn(hop)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q: got %v, %v, want %q", hop, got, ok, want)
		}
	}
}

func TestFault64_WhoseRequestItIs(t *testing.T) {
	named := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")}
	const proxy = "10.0.0.1"
	unread := func(ip string) Origin { return Origin{IP: ip, Proxys: true, Unread: true} }
	for _, c := range []struct {
		peer   string
		header string // the setting
		xff    []string
		std    []string
		want   Origin
	}{
		{"203.0.113.7:1", "", nil, nil, Origin{IP: "203.0.113.7", Direct: true}},
		{"203.0.113.7:1", "", []string{"1.2.3.4"}, []string{"for=1.2.3.4"}, Origin{IP: "203.0.113.7", Direct: true}},
		{"[fe80::1%eth0]:1", "", nil, nil, Origin{IP: "fe80::1", Direct: true}},
		{"@", "", []string{"1.2.3.4"}, nil, Origin{IP: "@", Direct: true}},
		{"10.0.0.1:1", "", nil, nil, Origin{IP: proxy, Proxys: true}},
		{"10.0.0.1:1", "", []string{"203.0.113.7:51008"}, nil, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", "", []string{"1.2.3.4, 203.0.113.7:5 , 10.0.0.2:6"}, nil, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", "", []string{"1.2.3.4", "[2001:db9::7]:5", "[2001:db8::2]:6"}, nil, Origin{IP: "2001:db9::7"}},
		{"10.0.0.1:1", "", []string{"203.0.113.7,", ", ,"}, nil, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", "", []string{"10.0.0.3, 10.0.0.2"}, nil, Origin{IP: "10.0.0.3", Proxys: true}},
		{"10.0.0.1:1", "", []string{"unknown"}, nil, unread(proxy)},
		{"10.0.0.1:1", "", []string{"203.0.113.7, unknown"}, nil, unread(proxy)},
		{"10.0.0.1:1", "", []string{"203.0.113.7, _x, 10.0.0.2"}, nil, unread("10.0.0.2")},
		{"10.0.0.1:1", "", []string{"unknown, 203.0.113.7"}, nil, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", "", nil, []string{"for=203.0.113.7"}, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", "", nil, []string{`For="[2001:db9::7]:4711";proto=https;by=10.0.0.1`}, Origin{IP: "2001:db9::7"}},
		{"10.0.0.1:1", "", nil, []string{`for=1.2.3.4, for=203.0.113.7;by="a,b;c\"d", for=10.0.0.2`}, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", "", nil, []string{"for=1.2.3.4", "proto=http; FOR = 203.0.113.7 ; host=x"}, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", "", nil, []string{"for=unknown"}, unread(proxy)},
		{"10.0.0.1:1", "", nil, []string{"for=_gazonk"}, unread(proxy)},
		{"10.0.0.1:1", "", nil, []string{"proto=https"}, unread(proxy)},
		{"10.0.0.1:1", "", nil, []string{`for="203.0.113.7`}, unread(proxy)},
		{"10.0.0.1:1", "", []string{"203.0.113.7"}, []string{"for=1.2.3.4"}, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", Forwarded, []string{"1.2.3.4"}, []string{"for=203.0.113.7"}, Origin{IP: "203.0.113.7"}},
		{"10.0.0.1:1", Forwarded, []string{"1.2.3.4"}, nil, Origin{IP: proxy, Proxys: true}},
		{"10.0.0.1:1", XForwardedFor, nil, []string{"for=1.2.3.4"}, Origin{IP: proxy, Proxys: true}},
		{"[::ffff:10.0.0.1]:1", "", []string{"203.0.113.7"}, nil, Origin{IP: "203.0.113.7"}},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		r.Header[XForwardedFor], r.Header[Forwarded] = c.xff, c.std
		if got := OriginOf(r, named, c.header); got != c.want {
			t.Errorf("%s %q %q %q: got %+v, want %+v", c.peer, c.header, c.xff, c.std, got, c.want)
		}
	}
}
