package kit

import (
	"github.com/chromedp/cdproto/network"
)

// Offline disconnects the tab, or connects it again. The page hears of it first; a page on
// its way arrives before it does.
func (b *Tab) Offline(off bool) {
	b.t.Helper()
	if off {
		b.ReportOffline(true)
	}
	Command(b, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{DownloadThroughput: -1, UploadThroughput: -1, Offline: off}},
	})
	if !off {
		b.ReportOffline(false)
	}
}

// ReportOffline makes the browser report that it is offline, true or not.
func (b *Tab) ReportOffline(off bool) {
	b.t.Helper()
	Command(b, network.OverrideNetworkState, network.OverrideNetworkStateParams{
		Offline: off, DownloadThroughput: -1, UploadThroughput: -1,
	})
}
