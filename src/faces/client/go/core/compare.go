package core

// Share is an estimate with its 95 % interval (Clopper and Pearson); both ends are the value where it is exact.
type Share struct {
	Value float64
	CI95  [2]float64
}

// Comparison says how much two texts share of their shingles, runs of five words.
type Comparison struct {
	// Jaccard is the share of both among those of either.
	Jaccard Share
	// AInB is the share of the first text's shingles that the second has.
	AInB Share
	// BInA is the share of the second text's shingles that the first has.
	BInA Share
	// OneIn is 1 where all shingles were counted; else one in so many was.
	OneIn int
	// SharesRun says whether a kept shingle is in both: if not, they have no common run of 12 words.
	SharesRun bool
}

type counts struct{ a, b, shared int }

// Compare compares two texts by their fingerprints.
func Compare(a, b Fingerprint) Comparison {
	bits := max(sampleBits(a.Words), sampleBits(b.Words))
	ofA, ofB := a.Shingles(), b.Shingles()
	sampled := countShared(ofA, ofB, func(one uint64) bool { return isSampled(one, bits) })
	kept := countShared(ofA, ofB, isKept)
	// Texts with the same id have the same words, so the same shingles; fewer than five words have none.
	isSame := a.ID == b.ID && a.Words > 0
	isExact := bits == 0 || isSame
	estimate := func(sizeOf func(counts) int) Share {
		from := sampled
		if isExact && sizeOf(sampled) == 0 {
			from = kept
		}
		if size := sizeOf(from); size > 0 {
			return shareOf(from.shared, size, isExact)
		}
		if isSame {
			return shareOf(1, 1, isExact)
		}
		return guessOf(kept.shared, sizeOf(kept))
	}
	oneIn := 1 << bits
	if isExact {
		oneIn = 1
	}
	return Comparison{
		Jaccard:   estimate(func(c counts) int { return c.a + c.b - c.shared }),
		AInB:      estimate(func(c counts) int { return c.a }),
		BInA:      estimate(func(c counts) int { return c.b }),
		OneIn:     oneIn,
		SharesRun: kept.shared > 0,
	}
}

func shareOf(part, whole int, isExact bool) Share {
	value := float64(part) / float64(whole)
	if isExact {
		return Share{value, [2]float64{value, value}}
	}
	return Share{value, clopperPearson(part, whole)}
}

// guessOf: only kept shingles are known, and their bias is not.
func guessOf(part, whole int) Share {
	value := 0.0
	if whole > 0 {
		value = float64(part) / float64(whole)
	}
	return Share{value, [2]float64{0, 1}}
}

// countShared counts the hashes that are wanted, in each list and in both. Bit 0 is no part of a hash.
func countShared(a, b []uint64, isWanted func(uint64) bool) (found counts) {
	next := func(list []uint64, at int) int {
		for at < len(list) && !isWanted(list[at]) {
			at++
		}
		return at
	}
	i, j := next(a, 0), next(b, 0)
	for i < len(a) || j < len(b) {
		isInA := j >= len(b) || i < len(a) && a[i]>>1 <= b[j]>>1
		isInB := i >= len(a) || j < len(b) && b[j]>>1 <= a[i]>>1
		if isInA && isInB {
			found.shared++
		}
		if isInA {
			found.a++
			i = next(a, i+1)
		}
		if isInB {
			found.b++
			j = next(b, j+1)
		}
	}
	return found
}

// JaccardEstimate is the share of equal places of two signatures.
type JaccardEstimate struct {
	Share
	Places int
}

// EstimateJaccard estimates the Jaccard similarity of two texts by their signatures, made with the same options.
func EstimateJaccard(one, other []uint32) (JaccardEstimate, error) {
	if len(one) == 0 || len(one) != len(other) {
		return JaccardEstimate{}, invalid("The signatures must have equally many places.")
	}
	equal := 0
	for n := range one {
		if one[n] == other[n] {
			equal++
		}
	}
	return JaccardEstimate{shareOf(equal, len(one), false), len(one)}, nil
}
