package core

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"
)

type tableOfCases struct {
	Fold        string `json:"fold"`
	CoreVersion int    `json:"core_version"`
	Cases       []struct {
		Name        string
		Text        *string
		Base64      *string
		UTF16       []uint16
		Repeat      *string
		Times       int
		Numbered    int
		Refused     bool
		ID          string
		Words       int
		Bytes       *string
		BytesSHA256 string `json:"bytes_sha256"`
		ISCC        []string
		MinHash     *string `json:"minhash_sha256"`
		MinHash64   *string `json:"minhash_64_3_7_sha256"`
	}
	Comparisons []struct {
		A, B      string
		Jaccard   expectedShare
		AInB      expectedShare `json:"a_in_b"`
		BInA      expectedShare `json:"b_in_a"`
		OneIn     int           `json:"one_in"`
		SharesRun bool          `json:"shares_run"`
	}
}

type expectedShare struct {
	Value float64
	CI95  [2]float64 `json:"ci_95"`
}

// The table stands beside the tests of all languages; without the repository around the module there is none.
func readTable(t testing.TB) tableOfCases {
	data, err := os.ReadFile("../../../../../test/faces/client/core/cases.json")
	if os.IsNotExist(err) {
		t.Skip("the table of cases is not here")
	}
	var table tableOfCases
	if err == nil {
		err = json.Unmarshal(data, &table)
	}
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func numbered(count int) string {
	var text strings.Builder
	for i := range count {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString("w" + strconv.Itoa(7919*i%999983))
	}
	return text.String()
}

func (table *tableOfCases) text(i int) string {
	one := table.Cases[i]
	switch {
	case one.Text != nil:
		return *one.Text
	case one.Base64 != nil:
		data, _ := base64.StdEncoding.DecodeString(*one.Base64)
		return string(data)
	case one.UTF16 != nil:
		return string(utf16.Decode(one.UTF16))
	case one.Repeat != nil:
		return strings.Repeat(*one.Repeat, one.Times)
	default:
		return numbered(one.Numbered)
	}
}

func hashOf(data []byte) string {
	hash := sha256.Sum256(data)
	return hex.EncodeToString(hash[:])
}

func signatureHash(t *testing.T, text string, options MinHashOptions) *string {
	signature, err := MinHash(text, options)
	if err != nil {
		return nil
	}
	packed, err := binary.Append(nil, binary.LittleEndian, signature)
	if err != nil {
		t.Fatal(err)
	}
	hash := hashOf(packed)
	return &hash
}

func TestEveryCaseOfTheTable(t *testing.T) {
	table := readTable(t)
	if table.Fold != foldVersion || table.CoreVersion != coreVersion || len(table.Cases) < 30 {
		t.Fatal(table.Fold, table.CoreVersion, len(table.Cases))
	}
	prints := map[string]Fingerprint{}
	var texts, ids []string
	for i, one := range table.Cases {
		text := table.text(i)
		got, err := FingerprintOf(text)
		if one.Refused {
			var refused *Error
			if !errors.As(err, &refused) || refused.Code != "invalid_request" {
				t.Errorf("%s: %v", one.Name, err)
			}
			continue
		}
		if err != nil || got.ID != one.ID || got.Words != one.Words || hashOf(got.Bytes) != one.BytesSHA256 {
			t.Errorf("%s: %s, %d words, %v", one.Name, got.ID, got.Words, err)
		}
		if one.Bytes != nil && base64.StdEncoding.EncodeToString(got.Bytes) != *one.Bytes {
			t.Errorf("%s: other bytes", one.Name)
		}
		parsed, err := ParseFingerprint(got.Bytes)
		if err != nil || parsed.ID != got.ID || Compare(parsed, got).Jaccard != Compare(got, got).Jaccard {
			t.Errorf("%s is not parsed: %v", one.Name, err)
		}
		for n, wanted := range one.ISCC {
			if code, err := ISCC(text, []int{64, 256}[n]); err != nil || code != wanted {
				t.Errorf("%s: %s, not %s", one.Name, code, wanted)
			}
		}
		signatures := []*string{
			signatureHash(t, text, MinHashOptions{}),
			signatureHash(t, text, MinHashOptions{Places: 64, ShingleWords: 3, Seed: 7}),
		}
		for n, wanted := range []*string{one.MinHash, one.MinHash64} {
			if (wanted == nil) != (signatures[n] == nil) || wanted != nil && *wanted != *signatures[n] {
				t.Errorf("%s: another signature", one.Name)
			}
		}
		prints[one.Name] = got
		texts, ids = append(texts, text), append(ids, one.ID)
	}
	all, err := FingerprintAll(texts)
	if err != nil || len(all) != len(texts) {
		t.Fatal(err)
	}
	for n, one := range all {
		if one.ID != ids[n] {
			t.Errorf("in a batch: %s", one.ID)
		}
	}
	for _, one := range table.Comparisons {
		got := Compare(prints[one.A], prints[one.B])
		pairs := [][2]float64{{float64(got.OneIn), float64(one.OneIn)}}
		for _, share := range []struct {
			got    Share
			wanted expectedShare
		}{{got.Jaccard, one.Jaccard}, {got.AInB, one.AInB}, {got.BInA, one.BInA}} {
			pairs = append(pairs, [2]float64{share.got.Value, share.wanted.Value})
			pairs = append(pairs, [2]float64{share.got.CI95[0], share.wanted.CI95[0]})
			pairs = append(pairs, [2]float64{share.got.CI95[1], share.wanted.CI95[1]})
		}
		for _, pair := range pairs {
			if math.Abs(pair[0]-pair[1]) > 1e-9 || got.SharesRun != one.SharesRun {
				t.Errorf("%s and %s: %+v", one.A, one.B, got)
			}
		}
	}
}

func TestManyAtOnce(t *testing.T) {
	wanted, err := FingerprintOf(numbered(5_000))
	if err != nil {
		t.Fatal(err)
	}
	var together sync.WaitGroup
	for range 16 {
		together.Add(1)
		go func() {
			defer together.Done()
			got, err := FingerprintAll([]string{numbered(5_000), "a"})
			if err != nil || got[0].ID != wanted.ID {
				t.Error(err)
			}
		}()
	}
	together.Wait()
}

func FuzzParseFingerprint(f *testing.F) {
	print, err := FingerprintOf(numbered(600))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(print.Bytes)
	for cut := range len(print.Bytes) {
		f.Add(print.Bytes[:cut])
		changed := append([]byte{}, print.Bytes...)
		changed[cut] ^= 0x55
		f.Add(changed)
	}
	f.Fuzz(func(t *testing.T, packed []byte) {
		got, err := ParseFingerprint(packed)
		var typed *Error
		if err != nil && !errors.As(err, &typed) || err == nil && got.Words < len(got.Shingles()) {
			t.Fatal(err)
		}
	})
}

func BenchmarkFingerprintAll(b *testing.B) {
	text := numbered(1_000_000)
	texts := make([]string, 1_000)
	for n := range texts {
		texts[n] = text[5_000*n : 5_000*(n+1)]
	}
	b.SetBytes(5_000_000)
	for b.Loop() {
		if _, err := FingerprintAll(texts); err != nil {
			b.Fatal(err)
		}
	}
}

func TestABatchIsHandedOverInParts(t *testing.T) {
	texts := make([]string, 10_000)
	texts[5_000] = strings.Repeat("a", partBytes)
	next := 0
	err := inParts(texts, func(first int, part []string) error {
		size := 0
		for _, text := range part {
			size += len(text)
		}
		if first != next || len(part) > partTexts || size > partBytes {
			t.Fatalf("%d texts of %d bytes from %d on, after %d", len(part), size, first, next)
		}
		next += len(part)
		return nil
	})
	if err != nil || next != len(texts) {
		t.Fatalf("%d, %v", next, err)
	}
}
