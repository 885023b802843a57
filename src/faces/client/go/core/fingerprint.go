package core

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"unicode/utf8"
)

const (
	layoutVersion  = 3
	shingleWords   = 5
	windowShingles = 8
	identityBytes  = 16
	headBytes      = 24
	wholeWords     = 512
	bitsMax        = 5
	sampleShift    = 16
)

// Fingerprint identifies a text and can be compared without it.
type Fingerprint struct {
	// ID is spolia1_ and 32 hexadecimal digits: equal for texts that fold to the same words.
	ID string
	// Bytes are all of the fingerprint, to store or send.
	Bytes []byte
	// Words of the text.
	Words int
	// hashes are the end of Bytes.
	hashes []byte
}

// Shingles are the distinct hashes, ascending: those that winnowing keeps, marked by bit 0, and a sample of all.
func (f Fingerprint) Shingles() []uint64 { return shinglesOf(f.hashes) }

// FingerprintOf fingerprints a text, which must be UTF-8.
func FingerprintOf(text string) (Fingerprint, error) {
	all, err := FingerprintAll([]string{text})
	if err != nil {
		return Fingerprint{}, err
	}
	return all[0], nil
}

// FingerprintAll fingerprints many texts, and keeps their order: much faster than one call for each.
func FingerprintAll(texts []string) ([]Fingerprint, error) {
	if err := checkTexts(texts); err != nil {
		return nil, err
	}
	prints := make([]Fingerprint, len(texts))
	err := with(func(i *instance) error {
		return inParts(texts, func(first int, part []string) error {
			at, err := i.callMany("selectTexts", part, shingleWords, windowShingles)
			if err != nil {
				return err
			}
			for n := range part {
				head, _ := i.memory.Read(at, headBytes)
				words, count := binary.LittleEndian.Uint32(head[16:]), binary.LittleEndian.Uint32(head[20:])
				hashes, _ := i.memory.Read(at+headBytes, 8*count)
				prints[first+n] = fingerprintOf(head[:identityBytes], words, hashes)
				at += headBytes + 8*count
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return prints, nil
}

func checkTexts(texts []string) error {
	for n, text := range texts {
		if !utf8.ValidString(text) {
			return invalid("Text %d is not UTF-8.", n)
		}
	}
	return nil
}

// fingerprintOf copies what it keeps: hashes are a view of the core's memory.
func fingerprintOf(identity []byte, words uint32, hashes []byte) Fingerprint {
	packed := make([]byte, 0, 48+len(hashes))
	packed = append(packed, 0x97, 0xa0|byte(len(foldVersion)))
	packed = append(packed, foldVersion...)
	packed = append(packed, layoutVersion, shingleWords, windowShingles)
	packed = appendCount(packed, words)
	packed = append(append(packed, 0xc4, identityBytes), identity...)
	packed = append(appendBinary(packed, len(hashes)), hashes...)
	return Fingerprint{idOf(identity), packed, int(words), packed[len(packed)-len(hashes):]}
}

func idOf(identity []byte) string { return foldVersion + "_" + hex.EncodeToString(identity) }

func shinglesOf(hashes []byte) []uint64 {
	shingles := make([]uint64, len(hashes)/8)
	for n := range shingles {
		high, low := binary.LittleEndian.Uint32(hashes[8*n:]), binary.LittleEndian.Uint32(hashes[8*n+4:])
		shingles[n] = uint64(high)<<32 | uint64(low)
	}
	return shingles
}

// appendCount writes a number as MessagePack does, in its shortest form.
func appendCount(packed []byte, count uint32) []byte {
	switch {
	case count < 1<<7:
		return append(packed, byte(count))
	case count < 1<<8:
		return append(packed, 0xcc, byte(count))
	case count < 1<<16:
		return binary.BigEndian.AppendUint16(append(packed, 0xcd), uint16(count))
	default:
		return binary.BigEndian.AppendUint32(append(packed, 0xce), count)
	}
}

func appendBinary(packed []byte, length int) []byte {
	switch {
	case length < 1<<8:
		return append(packed, 0xc4, byte(length))
	case length < 1<<16:
		return binary.BigEndian.AppendUint16(append(packed, 0xc5), uint16(length))
	default:
		return binary.BigEndian.AppendUint32(append(packed, 0xc6), uint32(length))
	}
}

// ParseFingerprint reads the Bytes of a fingerprint. The code of its error is fingerprint_invalid, or
// incompatible_fingerprints where another version made it.
func ParseFingerprint(packed []byte) (Fingerprint, error) {
	r := reader{rest: packed}
	fields, fold := r.array(), r.text()
	if r.isWrong || fold == "" {
		return Fingerprint{}, errInvalid
	}
	if fold != foldVersion || r.count() != layoutVersion || r.count() != shingleWords || r.count() != windowShingles {
		return Fingerprint{}, errIncompatible
	}
	words, identity, hashes := r.count(), r.binary(), r.binary()
	if r.isWrong || fields != 7 || len(r.rest) > 0 || len(identity) != identityBytes || len(hashes)%8 != 0 {
		return Fingerprint{}, errInvalid
	}
	shingles := shinglesOf(hashes)
	if words > 1<<53 || uint64(len(shingles)) > words || !areSound(shingles, int(words)) {
		return Fingerprint{}, errInvalid
	}
	own := bytes.Clone(packed)
	return Fingerprint{idOf(identity), own, int(words), own[len(own)-len(hashes):]}, nil
}

var (
	errInvalid      = &Error{Code: "fingerprint_invalid", Message: "The bytes are not a spolia fingerprint."}
	errIncompatible = &Error{
		Code:    "incompatible_fingerprints",
		Message: "The fingerprint was made by another version or with other parameters: make it again from the text.",
	}
)

func areSound(shingles []uint64, words int) bool {
	bits := sampleBits(words)
	for n, one := range shingles {
		if n > 0 && one>>1 <= shingles[n-1]>>1 {
			return false
		}
		if !isKept(one) && !isSampled(one, bits) {
			return false
		}
	}
	return true
}

// sampleBits is how many bits are zero in sampled hashes.
func sampleBits(words int) int {
	bits := 0
	for bits < bitsMax && words > wholeWords<<bits {
		bits++
	}
	return bits
}

func isKept(shingle uint64) bool { return shingle&1 == 1 }

func isSampled(shingle uint64, bits int) bool { return shingle>>(32+sampleShift)&(1<<bits-1) == 0 }

// reader reads the parts of MessagePack that a fingerprint has.
type reader struct {
	rest    []byte
	isWrong bool
}

func (r *reader) take(length uint64) []byte {
	if r.isWrong || length > uint64(len(r.rest)) {
		r.isWrong = true
		return nil
	}
	taken := r.rest[:length]
	r.rest = r.rest[length:]
	return taken
}

func (r *reader) number(length uint64) uint64 {
	value := uint64(0)
	for _, one := range r.take(length) {
		value = value<<8 | uint64(one)
	}
	return value
}

func (r *reader) head() byte { return byte(r.number(1)) }

// sized is the number behind one of the heads from first on, of 1, 2, 4 … bytes.
func (r *reader) sized(head, first byte, forms byte) uint64 {
	if head < first || head >= first+forms {
		r.isWrong = true
		return 0
	}
	return r.number(1 << (head - first))
}

func (r *reader) array() uint64 {
	if head := r.head(); head>>4 != 9 {
		r.isWrong = r.isWrong || head != 0xdc && head != 0xdd
		return r.number(2 << (head & 1))
	} else {
		return uint64(head & 15)
	}
}

func (r *reader) text() string {
	head := r.head()
	if head>>5 == 5 {
		return string(r.take(uint64(head & 31)))
	}
	return string(r.take(r.sized(head, 0xd9, 3)))
}

func (r *reader) count() uint64 {
	head := r.head()
	if head < 0x80 {
		return uint64(head)
	}
	return r.sized(head, 0xcc, 4)
}

func (r *reader) binary() []byte { return r.take(r.sized(r.head(), 0xc4, 3)) }
