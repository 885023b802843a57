package spolia

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// ClientError is the root of all errors of the client: errors.As finds it in each of them. It is returned itself where
// an argument or an option is not usable, and where the context of a call ended; errors.Is then finds the context's error.
type ClientError struct {
	Message string
	cause   error
}

func (e *ClientError) Error() string { return e.Message }

// Unwrap gives what the error comes from.
func (e *ClientError) Unwrap() error { return e.cause }

// APIConnectionError says that no answer came: the connection failed or was cut. The request may have been carried out.
type APIConnectionError struct{ ClientError }

// Unwrap gives the error as a [ClientError].
func (e *APIConnectionError) Unwrap() error { return &e.ClientError }

// APITimeoutError says that no answer came in time.
type APITimeoutError struct{ APIConnectionError }

// Unwrap gives the error as an [APIConnectionError].
func (e *APITimeoutError) Unwrap() error { return &e.APIConnectionError }

// Timeout is true: the error is one of time.
func (e *APITimeoutError) Timeout() bool { return true }

// APIResponseError says that the answer is not what the service documents.
type APIResponseError struct{ ClientError }

// Unwrap gives the error as a [ClientError].
func (e *APIResponseError) Unwrap() error { return &e.ClientError }

// WebhookVerificationError says that a message is not signed with the secret, or is older than five minutes.
type WebhookVerificationError struct{ ClientError }

// Unwrap gives the error as a [ClientError].
func (e *WebhookVerificationError) Unwrap() error { return &e.ClientError }

// APIStatusError is an answer of the service that is an error.
type APIStatusError struct {
	ClientError
	// Status of HTTP, 300 to 599.
	Status int
	// Code for programs, such as quota_exceeded; empty if the answer is no problem document.
	Code string
	// RequestID names the exchange, for the operator of the service; empty if the answer has none.
	RequestID string
	Header    http.Header
	// Body is the whole answer: a problem document (RFC 9457), or what else came.
	Body []byte
	// Errors are the fields that are not valid.
	Errors []FieldError
}

// Unwrap gives the error as a [ClientError].
func (e *APIStatusError) Unwrap() error { return &e.ClientError }

// BadRequestError is status 400.
type BadRequestError struct{ APIStatusError }

// AuthenticationError is status 401.
type AuthenticationError struct{ APIStatusError }

// PermissionDeniedError is status 403.
type PermissionDeniedError struct{ APIStatusError }

// NotFoundError is status 404.
type NotFoundError struct{ APIStatusError }

// ConflictError is status 409.
type ConflictError struct{ APIStatusError }

// UnprocessableEntityError is status 422.
type UnprocessableEntityError struct{ APIStatusError }

// RateLimitError is status 429.
type RateLimitError struct{ APIStatusError }

// InternalServerError is a status from 500 to 599.
type InternalServerError struct{ APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *BadRequestError) Unwrap() error { return &e.APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *AuthenticationError) Unwrap() error { return &e.APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *PermissionDeniedError) Unwrap() error { return &e.APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *NotFoundError) Unwrap() error { return &e.APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *ConflictError) Unwrap() error { return &e.APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *UnprocessableEntityError) Unwrap() error { return &e.APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *RateLimitError) Unwrap() error { return &e.APIStatusError }

// Unwrap gives the error as an [APIStatusError].
func (e *InternalServerError) Unwrap() error { return &e.APIStatusError }

func clientError(format string, values ...any) *ClientError {
	return &ClientError{Message: fmt.Sprintf(format, values...)}
}

func connectionError(cause error, format string, values ...any) *APIConnectionError {
	return &APIConnectionError{ClientError{Message: fmt.Sprintf(format, values...), cause: cause}}
}

func timeoutError(format string, values ...any) *APITimeoutError {
	return &APITimeoutError{*connectionError(nil, format, values...)}
}

func responseError(cause error, format string, values ...any) *APIResponseError {
	return &APIResponseError{ClientError{Message: fmt.Sprintf(format, values...), cause: cause}}
}

// statusError is the error of an answer whose status is none of success.
func statusError(status int, header http.Header, body []byte) error {
	plain := APIStatusError{Status: status, RequestID: header.Get("X-Request-Id"), Header: header, Body: body}
	plain.Message = plain.readProblem()
	switch {
	case status == http.StatusBadRequest:
		return &BadRequestError{plain}
	case status == http.StatusUnauthorized:
		return &AuthenticationError{plain}
	case status == http.StatusForbidden:
		return &PermissionDeniedError{plain}
	case status == http.StatusNotFound:
		return &NotFoundError{plain}
	case status == http.StatusConflict:
		return &ConflictError{plain}
	case status == http.StatusUnprocessableEntity:
		return &UnprocessableEntityError{plain}
	case status == http.StatusTooManyRequests:
		return &RateLimitError{plain}
	case status >= http.StatusInternalServerError:
		return &InternalServerError{plain}
	default:
		return &plain
	}
}

// readProblem takes what a problem document says, as far as the body is one, and gives the message.
func (e *APIStatusError) readProblem() string {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(e.Body, &fields)
	text := func(name string) (value string) {
		_ = json.Unmarshal(fields[name], &value)
		return value
	}
	e.Code = text("code")
	_ = json.Unmarshal(fields["errors"], &e.Errors)
	what := text("detail")
	if what == "" {
		what = text("title")
	}
	parts := []string{fmt.Sprint(e.Status), what}
	for _, one := range e.Errors {
		parts = append(parts, one.Pointer+" "+one.Detail)
	}
	parts = append(parts, text("hint"))
	return strings.TrimSpace(strings.Join(parts, " "))
}
