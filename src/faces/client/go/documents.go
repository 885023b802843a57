package spolia

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
)

// Ptr gives the address of a value, for fields that need not be there.
func Ptr[Value any](value Value) *Value { return &value }

// Nullable is a field that can be absent, null or a value: absent is its zero value.
type Nullable[Value any] struct {
	isGiven bool
	value   *Value
}

// ValueOf is a field with a value.
func ValueOf[Value any](value Value) Nullable[Value] { return Nullable[Value]{true, &value} }

// Null is a field that is null.
func Null[Value any]() Nullable[Value] { return Nullable[Value]{isGiven: true} }

// IsZero says whether the field is absent.
func (n Nullable[Value]) IsZero() bool { return !n.isGiven }

// Value gives the value; nil where the field is absent or null.
func (n Nullable[Value]) Value() *Value { return n.value }

// MarshalJSON writes the value, or null.
func (n Nullable[Value]) MarshalJSON() ([]byte, error) { return marshal(n.value) }

// UnmarshalJSON reads a value, or null.
func (n *Nullable[Value]) UnmarshalJSON(data []byte) error {
	*n = Nullable[Value]{isGiven: true}
	return json.Unmarshal(data, &n.value)
}

// decodeFields reads an object into a struct, whose type has no method of its own for that, and keeps in extra what
// the struct has no field for: fields that are newer than the client.
func decodeFields(data []byte, plain any, extra *map[string]json.RawMessage) error {
	if err := json.Unmarshal(data, plain); err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	known := fieldNames(reflect.TypeOf(plain).Elem())
	for name := range fields {
		if known[name] {
			delete(fields, name)
		}
	}
	*extra = nil
	if len(fields) > 0 {
		*extra = fields
	}
	return nil
}

// encodeFields writes a struct, whose type has no method of its own for that, with further fields.
func encodeFields(plain any, extra map[string]json.RawMessage) ([]byte, error) {
	data, err := marshal(plain)
	if err != nil || len(extra) == 0 {
		return data, err
	}
	known := fieldNames(reflect.TypeOf(plain))
	for name := range extra {
		if known[name] {
			return nil, clientError("The field %s stands in Extra, and has a field of its own.", name)
		}
	}
	more, err := marshal(extra)
	if err != nil || len(data) == len("{}") {
		return more, err
	}
	return append(append(data[:len(data)-1], ','), more[1:]...), nil
}

// marshal leaves <, > and & as they are: a text is no page.
func marshal(value any) ([]byte, error) {
	var written bytes.Buffer
	encoder := json.NewEncoder(&written)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(written.Bytes(), []byte("\n")), nil
}

var fieldNamesByType sync.Map

// fieldNames are the names of a struct's fields in JSON.
func fieldNames(of reflect.Type) map[string]bool {
	if known, isThere := fieldNamesByType.Load(of); isThere {
		return known.(map[string]bool)
	}
	names := map[string]bool{}
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		names[name] = true
	}
	fieldNamesByType.Store(of, names)
	return names
}

// hasReplaced says whether a text in a document was not UTF-8: the encoder writes \ufffd for what is not, and leaves
// the character U+FFFD itself as it is.
func hasReplaced(document []byte) bool {
	for rest := document; ; {
		at := bytes.Index(rest, []byte(`\ufffd`))
		if at < 0 {
			return false
		}
		before := rest[:at]
		if (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 0 {
			return true
		}
		rest = rest[at+1:]
	}
}
