package apiclient

import "context"

// MerchantInfo is the merchant info resource. ChannelName is empty if the
// merchant configured none.
type MerchantInfo struct{ ChannelName string }

// GetMerchantInfo reads the merchant's channel name (GET /merchant-info). It
// returns ErrForbidden for tokens that aren't granted it, as many aren't.
func (c *Client) GetMerchantInfo(ctx context.Context, token Token) (MerchantInfo, error) {
	var info MerchantInfo
	err := c.doObject(ctx, call{op: "GET /merchant-info", token: token}, func(top object) error {
		info.ChannelName = top.object("channelInfo").name("name")
		return nil
	})
	return info, err
}
