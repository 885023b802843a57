package spolia

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// document sends a call whose answer is a document.
func document[Answer any](ctx context.Context, c *Client, what call, options []Option) (*Answer, error) {
	got, _, err := c.exchange(ctx, what, options)
	if err != nil {
		return nil, err
	}
	return decoded[Answer](got.body, "The answer")
}

func decoded[Answer any](data []byte, what string) (*Answer, error) {
	value := new(Answer)
	err := json.Unmarshal(data, value)
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, responseError(err, "%s is no JSON.", what)
	case err != nil:
		return nil, responseError(err, "%s is not the document that the service describes: %v.", what, err)
	case !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")):
		return nil, responseError(nil, "%s is JSON, and no document. Is the base URL that of the service?", what)
	}
	return value, nil
}

// text sends a call whose answer is a text.
func text(ctx context.Context, c *Client, what call, options []Option) (string, error) {
	got, _, err := c.exchange(ctx, what, options)
	if err != nil {
		return "", err
	}
	return string(got.body), nil
}

// lines sends a call whose answer is a document a line, and gives them as they arrive. After an error comes nothing.
func lines[Line any](ctx context.Context, c *Client, what call, options []Option) iter.Seq2[Line, error] {
	what.isStream = true
	return func(yield func(Line, error) bool) {
		var none Line
		got, p, err := c.exchange(ctx, what, options)
		if err != nil {
			yield(none, err)
			return
		}
		defer got.stream.Close()
		reader := bufio.NewReader(got.stream)
		for count := 0; ; {
			line, err := reader.ReadBytes('\n')
			isBlank := len(bytes.TrimSpace(line)) == 0
			switch {
			case err == io.EOF && isBlank:
				return
			case err == io.EOF:
				// The service ends each line: a rest is a line that was cut.
				yield(none, connectionError(err, "The answer was cut in its line %d.", count+1))
				return
			case err != nil:
				yield(none, p.cut(ctx, err, count))
				return
			case isBlank:
				continue
			}
			value, err := decoded[Line](line, fmt.Sprintf("Line %d of the answer", count+1))
			if err != nil {
				yield(none, err)
				return
			}
			if !yield(*value, nil) {
				return
			}
			count++
		}
	}
}

// cut is the error of a stream that ended behind so many lines.
func (p *prepared) cut(ctx context.Context, cause error, count int) error {
	switch {
	case ctx.Err() != nil:
		return endedError(ctx)
	case errors.Is(cause, errLate):
		return timeoutError("Nothing came for %d ms after %d lines.", p.timeout.Milliseconds(), count)
	default:
		return connectionError(cause, "The answer was cut after %d lines.", count)
	}
}

// timedBody is a body that ends where nothing comes for a time.
type timedBody struct {
	io.ReadCloser
	late    *time.Timer
	timeout time.Duration
	end     func()
}

func (b *timedBody) Read(into []byte) (int, error) {
	// Only the wait counts, not the time that the caller takes between lines.
	b.late.Reset(b.timeout)
	count, err := b.ReadCloser.Read(into)
	if !b.late.Stop() && err != nil && err != io.EOF {
		err = errLate
	}
	return count, err
}

func (b *timedBody) Close() error {
	err := b.ReadCloser.Close()
	b.end()
	return err
}

// Page is one page of a list.
type Page[Item any] struct {
	// Items are those of this page.
	Items []Item `json:"items"`

	// NextPageToken names the next page; it is empty on the last one.
	NextPageToken string `json:"next_page_token"`

	// Extra has the fields that are newer than the client.
	Extra map[string]json.RawMessage `json:"-"`

	next func(context.Context, string) (*Page[Item], error)
}

// UnmarshalJSON keeps fields that are newer than the client.
func (p *Page[Item]) UnmarshalJSON(data []byte) error {
	type plain Page[Item]
	return decodeFields(data, (*plain)(p), &p.Extra)
}

// MarshalJSON writes the fields of Extra too.
func (p Page[Item]) MarshalJSON() ([]byte, error) {
	type plain Page[Item]
	return encodeFields(plain(p), p.Extra)
}

// HasNext says whether there is another page.
func (p *Page[Item]) HasNext() bool { return p.NextPageToken != "" && p.next != nil }

// Next fetches the next page; nil after the last.
func (p *Page[Item]) Next(ctx context.Context) (*Page[Item], error) {
	if !p.HasNext() {
		return nil, nil
	}
	return p.next(ctx, p.NextPageToken)
}

// All gives the items of this page and of all that follow. After an error comes nothing.
func (p *Page[Item]) All(ctx context.Context) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var none Item
		for page := p; page != nil; {
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			next, err := page.Next(ctx)
			if err != nil {
				yield(none, err)
				return
			}
			page = next
		}
	}
}

// page sends a call whose answer is a page.
func page[Item any](ctx context.Context, c *Client, what call, options []Option) (*Page[Item], error) {
	got, err := document[Page[Item]](ctx, c, what, options)
	if err != nil {
		return nil, err
	}
	got.next = func(ctx context.Context, token string) (*Page[Item], error) {
		return page[Item](ctx, c, what, append(append([]Option{}, options...), WithPageToken(token)))
	}
	return got, nil
}

// allItems sends a call whose answers are pages, and gives the items of all.
func allItems[Item any](ctx context.Context, c *Client, what call, options []Option) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		first, err := page[Item](ctx, c, what, options)
		if err != nil {
			var none Item
			yield(none, err)
			return
		}
		first.All(ctx)(yield)
	}
}
