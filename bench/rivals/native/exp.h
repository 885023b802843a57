/* e^x of two x, step for step as assembly/numbers/exp.ts. No contraction into fused steps: -ffp-contract=off. */
#ifndef SPOLIA_EXP_H
#define SPOLIA_EXP_H

#include <immintrin.h>

static inline __m128d exp_shifted(__m128d x) {
  return _mm_add_pd(_mm_mul_pd(x, _mm_set1_pd(1.4426950408889634)), _mm_set1_pd(6755399441055744.0));
}

static inline __m128d exp_step(__m128d sum, __m128d square, double next) {
  return _mm_add_pd(_mm_mul_pd(sum, square), _mm_set1_pd(next));
}

static inline __m128d exp_mantissa(__m128d x, __m128d shifted) {
  const __m128d one = _mm_set1_pd(1.0);
  __m128d power = _mm_sub_pd(shifted, _mm_set1_pd(6755399441055744.0));
  __m128d high = _mm_sub_pd(x, _mm_mul_pd(power, _mm_set1_pd(0.6931471803691238)));
  __m128d low = _mm_mul_pd(power, _mm_set1_pd(1.9082149292705877e-10));
  __m128d r = _mm_sub_pd(high, low);
  __m128d square = _mm_mul_pd(r, r);
  __m128d even = exp_step(_mm_set1_pd(2.762550764832855e-07), square, 2.4801507818410968e-05);
  __m128d odd = exp_step(_mm_set1_pd(2.492102581326394e-08), square, 2.7557830405523098e-06);
  even = exp_step(even, square, 0.0013888888927543106);
  odd = exp_step(odd, square, 0.00019841269242049317);
  even = exp_step(even, square, 0.04166666666660191);
  odd = exp_step(odd, square, 0.008333333333610938);
  even = exp_step(even, square, 0.5);
  odd = exp_step(odd, square, 0.16666666666666244);
  __m128d q = _mm_add_pd(even, _mm_mul_pd(odd, r));
  __m128d head = _mm_add_pd(one, high);
  __m128d lost = _mm_sub_pd(high, _mm_sub_pd(head, one));
  return _mm_add_pd(head, _mm_add_pd(lost, _mm_sub_pd(_mm_mul_pd(square, q), low)));
}

/* x from -708 to 709. */
static inline __m128d exp_near(__m128d x) {
  __m128d shifted = exp_shifted(x);
  __m128i power = _mm_slli_epi64(_mm_castpd_si128(shifted), 52);
  return _mm_castsi128_pd(_mm_add_epi64(_mm_castpd_si128(exp_mantissa(x, shifted)), power));
}

#endif
