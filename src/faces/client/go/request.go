package spolia

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	random "math/rand/v2"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Repeated are failures of the connection and the statuses 408, 409, 429 and from 500 on, after the time that
// Retry-After states, else after one that doubles and varies. A request that has an effect and cannot carry an
// idempotency key, for want of a document, is repeated only where the service refused it.
const (
	firstDelay = 500 * time.Millisecond
	delayMax   = 8 * time.Second
	// Who is told to wait longer, as for the next day of a quota, learns it at once.
	retryAfterMax = time.Minute
)

// call is one call of a method.
type call struct {
	method string
	// path has {name} for each of its parts.
	path     string
	parts    []string
	body     any
	isForm   bool
	isJob    bool
	isPublic bool
	isStream bool
}

// prepared is a call as it is sent in every attempt.
type prepared struct {
	call
	*config
	address string
	header  http.Header
	content []byte
}

// answer is a response whose status is one of success: with its whole body, or as a stream.
type answer struct {
	body   []byte
	stream io.ReadCloser
}

var errLate = errors.New("no answer in time")

func (c *Client) prepare(what call, options []Option) (*prepared, error) {
	config, err := c.config.with(options)
	if err != nil {
		return nil, err
	}
	path, err := what.resolvedPath()
	if err != nil {
		return nil, err
	}
	p := &prepared{call: what, config: config, address: config.baseURL + path}
	if len(config.query) > 0 {
		p.address += "?" + config.query.Encode()
	}
	if p.content, err = what.written(); err != nil {
		return nil, err
	}
	p.header = p.headers()
	return p, nil
}

// resolvedPath is the path with its parts. An empty part, "." and ".." would name another path, also where their dots
// are encoded.
func (c call) resolvedPath() (string, error) {
	path := c.path
	for _, part := range c.parts {
		before, rest, _ := strings.Cut(path, "{")
		name, after, _ := strings.Cut(rest, "}")
		if part == "" || part == "." || part == ".." {
			return "", clientError("The part %s of the path must not be empty, \".\" or \"..\".", name)
		}
		path = before + url.PathEscape(part) + after
	}
	return path, nil
}

func (c call) written() ([]byte, error) {
	if c.body == nil {
		return nil, nil
	}
	document, err := marshal(c.body)
	if err != nil {
		return nil, &ClientError{Message: "The request cannot be written: " + err.Error(), cause: err}
	}
	if hasReplaced(document) {
		return nil, clientError("A text of the request is not UTF-8.")
	}
	if c.isForm {
		return formOf(document)
	}
	return document, nil
}

// formOf writes a flat document as a form, in the order of its fields.
func formOf(document []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	var pairs []string
	for name := ""; ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return []byte(strings.Join(pairs, "&")), nil
		}
		text, isText := token.(string)
		switch {
		case err != nil:
			return nil, err
		case !isText:
		case name == "":
			name = text
		default:
			pairs = append(pairs, url.QueryEscape(name)+"="+url.QueryEscape(text))
			name = ""
		}
	}
}

func (p *prepared) headers() http.Header {
	header := http.Header{}
	header.Set("User-Agent", "spolia-go/"+Version+" ("+runtime.Version()+"; "+runtime.GOOS+"/"+runtime.GOARCH+")")
	header.Set("Accept", "application/json, */*;q=0.1")
	if p.isStream {
		header.Set("Accept", "application/x-ndjson")
	}
	if p.apiKey != "" && !p.isPublic {
		header.Set("Authorization", "Bearer "+p.apiKey)
	}
	switch {
	case p.isForm:
		header.Set("Content-Type", "application/x-www-form-urlencoded")
	case p.body != nil || p.method == http.MethodPost:
		// Also without a body: a service without keys refuses what any web page could send.
		header.Set("Content-Type", "application/json")
	}
	if p.isJob {
		header.Set("Prefer", "respond-async")
	}
	for name, values := range p.config.header {
		header[name] = values
	}
	if p.method == http.MethodPost && p.body != nil && !p.isForm {
		key := p.idempotencyKey
		if key == "" {
			key = rand.Text()
		}
		// In small letters: under its usual spelling, Go's transport would repeat the request by itself, unasked.
		header["idempotency-key"] = []string{key}
	}
	return header
}

// exchange sends a call, with its attempts.
func (c *Client) exchange(ctx context.Context, what call, options []Option) (*answer, *prepared, error) {
	p, err := c.prepare(what, options)
	if err != nil {
		return nil, nil, err
	}
	for attempt := 0; ; attempt++ {
		got, err := p.attempt(ctx, attempt)
		if err == nil {
			return got, p, nil
		}
		delay, isRepeated := p.delayBefore(err, attempt)
		if !isRepeated {
			return nil, nil, err
		}
		p.logger.InfoContext(ctx, "spolia: again", "method", p.method, "path", p.call.path, "in", delay, "error", err)
		if err := pause(ctx, delay); err != nil {
			return nil, nil, err
		}
	}
}

func (p *prepared) attempt(parent context.Context, attempt int) (*answer, error) {
	ctx, cancel := context.WithCancelCause(parent)
	late := time.AfterFunc(p.timeout, func() { cancel(errLate) })
	end := func() {
		late.Stop()
		cancel(nil)
	}
	started := time.Now()
	response, err := p.send(ctx)
	if err != nil {
		defer end()
		return nil, p.failure(parent, ctx, err)
	}
	p.logger.DebugContext(parent, "spolia: answer", "method", p.method, "path", p.call.path, "status", response.StatusCode,
		"after", time.Since(started), "request", response.Header.Get("X-Request-Id"), "attempt", attempt+1)
	isSuccess := response.StatusCode >= 200 && response.StatusCode < 300
	if p.isStream && isSuccess {
		p.tell(response)
		return &answer{stream: &timedBody{response.Body, late, p.timeout, end}}, nil
	}
	defer end()
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return nil, p.failure(parent, ctx, err)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	p.tell(response)
	if !isSuccess {
		return nil, statusError(response.StatusCode, response.Header, body)
	}
	return &answer{body: body}, nil
}

func (p *prepared) send(ctx context.Context) (*http.Response, error) {
	var body io.Reader
	if p.content != nil {
		body = bytes.NewReader(p.content)
	}
	request, err := http.NewRequestWithContext(ctx, p.method, p.address, body)
	if err != nil {
		return nil, err
	}
	request.Header = p.header.Clone()
	return p.http.Do(request)
}

// tell gives the response to who asked for it.
func (p *prepared) tell(response *http.Response) {
	if p.response != nil {
		*p.response = response
	}
}

// failure is the error of an attempt that got no answer.
func (p *prepared) failure(parent, ctx context.Context, cause error) error {
	if parent.Err() != nil {
		return endedError(parent)
	}
	if errors.Is(context.Cause(ctx), errLate) {
		return timeoutError("No answer within %d ms.", p.timeout.Milliseconds())
	}
	var located *url.Error
	if errors.As(cause, &located) {
		cause = located.Err
	}
	return connectionError(cause, "The service was not reached: %v.", cause)
}

func endedError(ctx context.Context) error {
	cause := context.Cause(ctx)
	return &ClientError{Message: "The call was ended by its context: " + cause.Error(), cause: ctx.Err()}
}

// delayBefore is the time before the next attempt; false where there is none.
func (p *prepared) delayBefore(failure error, attempt int) (time.Duration, bool) {
	if attempt >= p.maxRetries {
		return 0, false
	}
	mayRepeat := p.method != http.MethodPost || (p.body != nil && !p.isForm)
	var answered *APIStatusError
	var unreached *APIConnectionError
	switch {
	case errors.As(failure, &answered):
		if !isPassing(answered.Status) || (!mayRepeat && !isRefusal(answered.Status)) {
			return 0, false
		}
		if stated, isStated := retryAfter(answered.Header); isStated {
			return stated, stated <= retryAfterMax
		}
	case !errors.As(failure, &unreached) || !mayRepeat:
		return 0, false
	}
	delay := min(delayMax, firstDelay<<min(attempt, 10))
	return delay - time.Duration(random.Int64N(int64(delay/4))), true
}

func isPassing(status int) bool {
	return status == http.StatusRequestTimeout || status == http.StatusConflict ||
		status == http.StatusTooManyRequests || status >= http.StatusInternalServerError
}

// isRefusal: the service did not begin with a request that it answered so.
func isRefusal(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// retryAfter reads Retry-After, in seconds or as a date; false where there is none that can be understood.
func retryAfter(header http.Header) (time.Duration, bool) {
	text := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(text, 10, 30); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(text)
	return max(0, time.Until(date)), err == nil
}

// pause waits, unless the context ends before.
func pause(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return endedError(ctx)
	}
}
