package core

import "encoding/binary"

const placesMax = 4096

// MinHashOptions of a signature. The zero value stands for 256 places, 5 words a shingle and seed 0.
type MinHashOptions struct {
	// Places is the length of the signature: a multiple of 16, at most 4,096.
	Places int
	// ShingleWords are 1 to 16.
	ShingleWords int
	// Seed selects the orders. Signatures of different seeds are not comparable.
	Seed uint32
}

func (o *MinHashOptions) check() error {
	if o.Places == 0 {
		o.Places = 256
	}
	if o.ShingleWords == 0 {
		o.ShingleWords = shingleWords
	}
	if o.Places < 16 || o.Places > placesMax || o.Places%16 != 0 {
		return invalid("Places must be a multiple of 16 from 16 to %d.", placesMax)
	}
	if o.ShingleWords < 1 || o.ShingleWords > 16 {
		return invalid("ShingleWords must be 1 to 16.")
	}
	return nil
}

// MinHash is the signature of a text: the least hash of its shingles in each of many random orders.
func MinHash(text string, options MinHashOptions) ([]uint32, error) {
	all, err := MinHashAll([]string{text}, options)
	if err != nil {
		return nil, err
	}
	if all[0] == nil {
		return nil, invalid("A text of fewer words than a shingle has no signature.")
	}
	return all[0], nil
}

// MinHashAll gives the signatures of many texts; nil where a text has fewer words than a shingle.
func MinHashAll(texts []string, options MinHashOptions) ([][]uint32, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	if err := checkTexts(texts); err != nil {
		return nil, err
	}
	signatures := make([][]uint32, len(texts))
	err := with(func(i *instance) error {
		return inParts(texts, func(first int, part []string) error {
			places := uint32(options.Places)
			at, err := i.callMany("signTexts", part, uint32(options.ShingleWords), options.Seed, places)
			if err != nil {
				return err
			}
			for n := range part {
				packed, _ := i.memory.Read(at+4*places*uint32(n), 4*places)
				signatures[first+n] = signatureOf(packed)
			}
			return nil
		})
	})
	return signatures, err
}

// signatureOf reads a signature; nil is that of the empty set.
func signatureOf(packed []byte) []uint32 {
	signature := make([]uint32, len(packed)/4)
	isEmpty := true
	for n := range signature {
		signature[n] = binary.LittleEndian.Uint32(packed[4*n:])
		isEmpty = isEmpty && signature[n] == 0xffffffff
	}
	if isEmpty {
		return nil
	}
	return signature
}
