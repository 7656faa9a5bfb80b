package kit

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// Offline disconnects the tab, or connects it again. The page hears of it first; a page on
// its way arrives before it does.
func (b *Tab) Offline(off bool) {
	b.t.Helper()
	if off {
		b.ReportOffline(true)
	}
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{DownloadThroughput: -1, UploadThroughput: -1, Offline: off}},
		})
		return err
	})
	if !off {
		b.ReportOffline(false)
	}
}

// ReportOffline makes the browser report that it is offline, true or not.
func (b *Tab) ReportOffline(off bool) {
	b.t.Helper()
	b.Do(func(ctx context.Context, s *chromedp.Target) error {
		_, err := cdp.Call(ctx, s, network.OverrideNetworkState, network.OverrideNetworkStateParams{
			Offline: off, DownloadThroughput: -1, UploadThroughput: -1,
		})
		return err
	})
}
