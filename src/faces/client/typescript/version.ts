/** Version of the client, the same as that of the package; a test compares them. */
export const CLIENT_VERSION = "0.2.0";
