package core

import "math"

const tail = 0.025

// clopperPearson is the exact 95 % interval of a probability, of x successes in n cases.
func clopperPearson(x, n int) [2]float64 {
	a, b := float64(x), float64(n-x)
	low, high := 0.0, 1.0
	switch {
	case x == n:
		low = math.Exp(math.Log(tail) / a)
	case x > 0:
		low = betaQuantile(tail, a, b+1)
	}
	switch {
	case x == 0:
		high = -math.Expm1(math.Log(tail) / b)
	case x < n:
		high = betaQuantile(1-tail, a+1, b)
	}
	return [2]float64{low, high}
}

// betaQuantile is the x for which the regularised incomplete beta function I_x(a, b) is p, by bisection.
func betaQuantile(p, a, b float64) float64 {
	below, above := 0.0, 1.0
	for range 200 {
		middle := (below + above) / 2
		if middle <= below || middle >= above {
			break
		}
		if betaCumulative(middle, a, b) < p {
			below = middle
		} else {
			above = middle
		}
	}
	return (below + above) / 2
}

// betaCumulative is I_x(a, b), by the continued fraction of Abramowitz and Stegun 26.5.8.
func betaCumulative(x, a, b float64) float64 {
	if x <= (a+1)/(a+b+2) {
		return powers(x, a, b) / a * continuedFraction(x, a, b)
	}
	return 1 - powers(x, a, b)/b*continuedFraction(1-x, b, a)
}

// powers is x^a (1 - x)^b / B(a, b).
func powers(x, a, b float64) float64 {
	n := a + b
	exponent := stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n*x) - deviance(b, n*(1-x))
	return math.Exp(exponent) * math.Sqrt(a*b/(2*math.Pi*n))
}

// stirlingError is ln Γ(n + 1) less Stirling's formula.
func stirlingError(n float64) float64 {
	if n < 16 {
		gamma, _ := math.Lgamma(n + 1)
		return gamma - (n+0.5)*math.Log(n) + n - math.Log(2*math.Pi)/2
	}
	square := n * n
	return (1.0/12 - (1.0/360-(1.0/1260-(1.0/1680-1.0/1188/square)/square)/square)/square) / n
}

// deviance is z ln(z / mean) + mean - z.
func deviance(z, mean float64) float64 {
	return z*math.Log(z/mean) + mean - z
}

func continuedFraction(x, a, b float64) float64 {
	nonZero := func(term float64) float64 {
		if math.Abs(term) < 1e-300 {
			return 1e-300
		}
		return term
	}
	c := 1.0
	d := 1 / nonZero(1-(a+b)*x/(a+1))
	value := d
	for m := 1.0; m <= 1e6; m++ {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		d = 1 / nonZero(1+even*d)
		c = nonZero(1 + even/c)
		value *= d * c
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		d = 1 / nonZero(1+odd*d)
		c = nonZero(1 + odd/c)
		value *= d * c
		if math.Abs(d*c-1) < 1e-15 {
			break
		}
	}
	return value
}
