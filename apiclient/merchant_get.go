package apiclient

import "context"

// MerchantInfo is the merchant info resource. ChannelName is empty where the
// merchant configured none.
type MerchantInfo struct{ ChannelName string }

// GetMerchantInfo reads the merchant's channel name (GET /merchant-info). Many
// tokens aren't granted it: ErrForbidden.
func (c *Client) GetMerchantInfo(ctx context.Context, token Token) (MerchantInfo, error) {
	const op = "GET /merchant-info"
	var info MerchantInfo
	err := c.doObject(ctx, call{op: op, path: "/merchant-info", token: token}, func(top object) error {
		info.ChannelName = top.object("channelInfo").name("name")
		return nil
	})
	return info, err
}
