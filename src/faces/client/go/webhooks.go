package spolia

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	toleranceSeconds = 300
	secretPrefix     = "whsec_"
	secretBytesMin   = 16
	signaturesMax    = 10
)

// Message is what a webhook was told.
type Message struct {
	// Type says what happened. Types that are newer than the client come as they are.
	Type string `json:"type"`

	// Timestamp says when, in RFC 3339.
	Timestamp string `json:"timestamp"`

	// Data depends on the type.
	Data json.RawMessage `json:"data"`

	// Extra has the fields that are newer than the client.
	Extra map[string]json.RawMessage `json:"-"`
}

// UnmarshalJSON keeps fields that are newer than the client.
func (m *Message) UnmarshalJSON(data []byte) error {
	type plain Message
	return decodeFields(data, (*plain)(m), &m.Extra)
}

// MarshalJSON writes the fields of Extra too.
func (m Message) MarshalJSON() ([]byte, error) {
	type plain Message
	return encodeFields(plain(m), m.Extra)
}

// Unwrap gives the message of a request that a webhook received, once its signature is verified (Standard Webhooks
// 1.0.0); body is the body as it came, secret the whsec_ secret of the webhook. While a secret is rotated, the old and
// the new one verify. The error is a [WebhookVerificationError] where neither does.
func (s *WebhooksService) Unwrap(body []byte, header http.Header, secret string) (*Message, error) {
	return UnwrapWebhook(body, header, secret)
}

// UnwrapWebhook is [WebhooksService.Unwrap], for receivers without a client.
func UnwrapWebhook(body []byte, header http.Header, secret string) (*Message, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
	if err != nil || !strings.HasPrefix(secret, secretPrefix) || len(key) < secretBytesMin {
		return nil, clientError("The secret is not one of a webhook: it begins with whsec_.")
	}
	timestamp := header.Get("Webhook-Timestamp")
	sent, err := strconv.ParseUint(timestamp, 10, 40)
	age := time.Now().Unix() - int64(sent)
	isTimely := err == nil && age <= toleranceSeconds && age >= -toleranceSeconds
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("Webhook-Id") + "." + timestamp + "."))
	mac.Write(body)
	wanted := mac.Sum(nil)
	isSigned := false
	for i, signature := range strings.Split(header.Get("Webhook-Signature"), " ") {
		version, value, _ := strings.Cut(signature, ",")
		found, err := base64.StdEncoding.DecodeString(value)
		if i < signaturesMax && err == nil && version == "v1" && hmac.Equal(found, wanted) {
			isSigned = true
		}
	}
	if !isTimely || !isSigned {
		return nil, &WebhookVerificationError{
			*clientError("The message is not signed with this secret, or is older than five minutes."),
		}
	}
	return decoded[Message](body, "The message")
}
