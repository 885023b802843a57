/* Uniform draws below a bound from four xoshiro128** side by side: assembly/numbers/random.ts in C. */
#ifndef SPOLIA_DRAW_H
#define SPOLIA_DRAW_H

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

static inline __m128i draw_rotated(__m128i x, int bits) {
  return _mm_or_si128(_mm_slli_epi32(x, bits), _mm_srli_epi32(x, 32 - bits));
}

static uint32_t *draw_one(uint32_t output, uint32_t bound, uint32_t *out, const uint32_t *end) {
  if (out >= end) return out;
  uint64_t product = (uint64_t)output * bound;
  if ((uint32_t)product < bound && (uint32_t)product < (0u - bound) % bound) return out;
  *out = (uint32_t)(product >> 32);
  return out + 1;
}

static inline void draw(__m128i state[4], uint32_t bound, uint32_t count, uint32_t *out) {
  __m128i s0 = state[0], s1 = state[1], s2 = state[2], s3 = state[3];
  __m128i bounds = _mm_set1_epi32((int)bound);
  bounds = _mm_sub_epi32(bounds, _mm_setr_epi32(0, 1, 2, 3));
  const uint32_t *end = out + count;
  while (out < end) {
    __m128i five = _mm_add_epi32(s1, _mm_slli_epi32(s1, 2));
    __m128i seven = draw_rotated(five, 7);
    __m128i output = _mm_add_epi32(seven, _mm_slli_epi32(seven, 3));
    __m128i shifted = _mm_slli_epi32(s1, 9);
    s2 = _mm_xor_si128(s2, s0);
    s3 = _mm_xor_si128(s3, s1);
    s1 = _mm_xor_si128(s1, s2);
    s0 = _mm_xor_si128(s0, s3);
    s2 = _mm_xor_si128(s2, shifted);
    s3 = draw_rotated(s3, 11);

    __m128i first = _mm_mul_epu32(_mm_unpacklo_epi32(output, output), _mm_unpacklo_epi32(bounds, bounds));
    __m128i last = _mm_mul_epu32(_mm_unpackhi_epi32(output, output), _mm_unpackhi_epi32(bounds, bounds));
    __m128 low = _mm_castsi128_ps(first), high = _mm_castsi128_ps(last);
    __m128i fractions = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
    __m128i enough = _mm_cmpeq_epi32(_mm_max_epu32(fractions, bounds), fractions);
    if (_mm_movemask_ps(_mm_castsi128_ps(enough)) == 15) {
      _mm_storeu_ps((float *)out, _mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)));
      out += 4;
      bounds = _mm_sub_epi32(bounds, _mm_set1_epi32(4));
    } else {
      uint32_t least = (uint32_t)_mm_cvtsi128_si32(bounds), outputs[4], *before = out;
      _mm_storeu_si128((__m128i *)outputs, output);
      for (int lane = 0; lane < 4; lane++) out = draw_one(outputs[lane], least - (uint32_t)(out - before), out, end);
      bounds = _mm_sub_epi32(bounds, _mm_set1_epi32((int)(out - before)));
    }
  }
  state[0] = s0, state[1] = s1, state[2] = s2, state[3] = s3;
}

#endif
