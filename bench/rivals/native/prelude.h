// The words that the kernels of assembly/ are written in, for C: addresses are numbers, memory is read and written through them, and
// vectors of 128 bits are those of SSE up to 4.2. So a rival is the same algorithm, line by line, and the compiler is what differs.
#ifndef PRELUDE_H
#define PRELUDE_H
#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rival.h"

typedef uintptr_t usize;
typedef intptr_t isize;
typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;
typedef int32_t i32;
typedef uint16_t u16;
typedef uint8_t u8;
typedef int8_t i8;
typedef __m128i v128;

#define INLINE static inline __attribute__((always_inline))

#define MEMORY_OF(type)                                                                        \
  INLINE type load_##type(usize ptr) { type value; memcpy(&value, (const void *)ptr, sizeof value); return value; } \
  INLINE void store_##type(usize ptr, type value) { memcpy((void *)ptr, &value, sizeof value); }
MEMORY_OF(u8)
MEMORY_OF(u16)
MEMORY_OF(u32)
MEMORY_OF(u64)
#undef MEMORY_OF

#define popcnt(value) ((u64)(sizeof(value) == 8 ? __builtin_popcountll(value) : __builtin_popcount((u32)(value))))
#define ctz(value) ((u64)((value) ? __builtin_ctzll((u64)(value)) : 64))
INLINE u32 clz_u32(u32 value) { return value ? (u32)__builtin_clz(value) : 32; }
INLINE u64 rotl_u64(u64 value, int bits) { return (value << bits) | (value >> (64 - bits)); }
INLINE u32 rotl_u32(u32 value, int bits) { return (value << bits) | (value >> (32 - bits)); }
#define min(a, b) ({ __auto_type one_ = (a); __auto_type other_ = (b); one_ < other_ ? one_ : other_; })
#define max(a, b) ({ __auto_type one_ = (a); __auto_type other_ = (b); one_ > other_ ? one_ : other_; })
INLINE usize min_usize(usize a, usize b) { return a < b ? a : b; }
INLINE u32 min_u32(u32 a, u32 b) { return a < b ? a : b; }
#define memory_fill(ptr, byte, bytes) memset((void *)(ptr), (int)(byte), bytes)
#define memory_copy(to, from, bytes) memmove((void *)(to), (void *)(from), bytes)

typedef i32 lanes32 __attribute__((vector_size(16)));
typedef char lanes8 __attribute__((vector_size(16)));
INLINE v128 v128_load(usize ptr) { return _mm_loadu_si128((const v128 *)ptr); }
INLINE void v128_store(usize ptr, v128 value) { _mm_storeu_si128((v128 *)ptr, value); }
INLINE v128 v128_load64_zero(usize ptr) { return _mm_loadl_epi64((const v128 *)ptr); }
INLINE v128 v128_load32_splat(usize ptr) { return _mm_set1_epi32((i32)load_u32(ptr)); }
INLINE v128 v128_bitselect(v128 a, v128 b, v128 mask) { return _mm_blendv_epi8(b, a, mask); } // masks are whole bytes here
#define v128_load_lane_u16(ptr, value, lane) _mm_insert_epi16(value, load_u16(ptr), lane)
#define v128_any_true(value) (!_mm_testz_si128(value, value))
#define v128_or _mm_or_si128
#define v128_and _mm_and_si128
#define v128_shuffle_i32(a, b, ...) ((v128)__builtin_shufflevector((lanes32)(a), (lanes32)(b), __VA_ARGS__))
#define v128_shuffle_i8(a, b, ...) ((v128)__builtin_shufflevector((lanes8)(a), (lanes8)(b), __VA_ARGS__))
#define i8x16_add _mm_add_epi8
#define i8x16_sub _mm_sub_epi8
#define i8x16_eq _mm_cmpeq_epi8
#define i8x16_lt_s _mm_cmplt_epi8
INLINE v128 i8x16_lt_u(v128 a, v128 b) { return _mm_andnot_si128(_mm_cmpeq_epi8(_mm_max_epu8(a, b), a), _mm_set1_epi8(-1)); }
#define i8x16_min_u _mm_min_epu8
#define i8x16_min_s _mm_min_epi8
#define i8x16_max_s _mm_max_epi8
#define i8x16_max_u _mm_max_epu8
#define i8x16_splat(value) _mm_set1_epi8((char)(value))
#define i8x16_bitmask(value) ((u32)_mm_movemask_epi8(value))
#define i8x16_swizzle _mm_shuffle_epi8
INLINE v128 i8x16_gt_s(v128 a, v128 b) { return _mm_cmpgt_epi8(a, b); }
#define i16x8_eq _mm_cmpeq_epi16
#define i16x8_shl(value, bits) _mm_slli_epi16(value, bits)
#define i16x8_shr_u(value, bits) _mm_srli_epi16(value, bits)
#define i16x8_extract_lane_u(value, lane) ((u32)_mm_extract_epi16(value, lane))
#define i32x4 _mm_setr_epi32
#define i32x4_add _mm_add_epi32
#define i32x4_sub _mm_sub_epi32
#define i32x4_mul _mm_mullo_epi32
#define i32x4_eq _mm_cmpeq_epi32
INLINE v128 i32x4_ne(v128 a, v128 b) { return _mm_xor_si128(_mm_cmpeq_epi32(a, b), _mm_set1_epi32(-1)); }
INLINE v128 i32x4_lt_u(v128 a, v128 b) { return _mm_andnot_si128(_mm_cmpeq_epi32(_mm_max_epu32(a, b), a), _mm_set1_epi32(-1)); }
#define i32x4_min_u _mm_min_epu32
#define i32x4_splat(value) _mm_set1_epi32((i32)(value))
#define i32x4_bitmask(value) ((u32)_mm_movemask_ps(_mm_castsi128_ps(value)))
#define i32x4_extract_lane(value, lane) ((u32)_mm_extract_epi32(value, lane))
#define i64x2_extract_lane(value, lane) ((i64)_mm_extract_epi64(value, lane))
#define i64x2_add _mm_add_epi64
#define i64x2_splat(value) _mm_set1_epi64x((i64)(value))
#define i64x2_shl(value, bits) _mm_slli_epi64(value, bits)
#define i64x2_shr_u(value, bits) _mm_srli_epi64(value, bits)
INLINE v128 i64x2_extmul_low_i32x4_u(v128 a, v128 b) { return _mm_mul_epu32(_mm_shuffle_epi32(a, 0x50), _mm_shuffle_epi32(b, 0x50)); }
INLINE v128 i64x2_extmul_high_i32x4_u(v128 a, v128 b) { return _mm_mul_epu32(_mm_shuffle_epi32(a, 0xfa), _mm_shuffle_epi32(b, 0xfa)); }

/** Room that nothing has touched yet. */
INLINE usize rival_room(usize bytes) { return (usize)calloc(1, bytes + 256) + 64; }
#endif
