// Package spolia is the client of the spolia service: was a text used to train AI models, where was it met, and how
// surely? It needs the standard library alone.
package spolia

// NewClient makes a client. The key and the address are taken from SPOLIA_API_KEY and SPOLIA_BASE_URL where no option
// gives them. The error is a [ClientError] that names an option which is not usable.
func NewClient(options ...Option) (*Client, error) {
	config, err := newConfig(options)
	if err != nil {
		return nil, err
	}
	return clientOf(config), nil
}

// WithOptions gives another client over the same connections, with other options; those that are not named stay.
func (c *Client) WithOptions(options ...Option) (*Client, error) {
	config, err := c.config.with(options)
	if err != nil {
		return nil, err
	}
	return clientOf(config), nil
}

func clientOf(config *config) *Client {
	c := &Client{config: config}
	c.openServices()
	return c
}
