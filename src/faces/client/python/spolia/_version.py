"""Version of the client, the same as that of the npm package; a test compares them."""

VERSION = "0.2.0"
