package spolia

// Version is that of the client, the same as that of the npm package.
const Version = "0.2.0"
