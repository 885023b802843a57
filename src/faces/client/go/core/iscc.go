package core

import (
	"encoding/base32"
	"encoding/binary"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// ISCC is the Text-Code of ISO 24138, with a digest of 64, 128 or 256 bits. The normalisation is that of Go's Unicode
// tables.
func ISCC(text string, bits int) (string, error) {
	if bits != 64 && bits != 128 && bits != 256 {
		return "", invalid("An ISCC has 64, 128 or 256 bits.")
	}
	if !utf8.ValidString(text) {
		return "", invalid("The text is not UTF-8.")
	}
	collapsed := collapse(text)
	code := make([]byte, 2+bits/8)
	code[0], code[1] = 0x20, byte(bits/32-1)
	err := with(func(i *instance) error {
		textPtr, features := i.arena, aligned(i.arena+uint32(len(collapsed))+32)
		out := aligned(features + 4*uint32(len(collapsed)) + 32)
		if err := i.reach(uint64(i.arena) + 5*uint64(len(collapsed)) + 512); err != nil {
			return err
		}
		i.memory.WriteString(textPtr, collapsed)
		if _, err := i.call("isccMinhash", textPtr, uint32(len(collapsed)), features, out); err != nil {
			return err
		}
		values, _ := i.memory.Read(out, 256)
		for bit := range bits {
			value := binary.LittleEndian.Uint32(values[4*(bit%64):]) >> (bit / 64) & 1
			code[2+bit/8] |= byte(value << (7 - bit%8))
		}
		return nil
	})
	return "ISCC:" + base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(code), err
}

// collapse leaves the characters that the standard compares: letters, numbers and symbols, without case.
func collapse(text string) string {
	small := cases.Lower(language.Und).String(norm.NFD.String(text))
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.N, unicode.S) {
			return r
		}
		// Other, marks, punctuation and separators, and what is not assigned.
		return -1
	}, small))
}
