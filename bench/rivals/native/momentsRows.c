/* Log-sum-exp, mean and variance of rows of scores of 8 bytes: assembly/numbers/rows.ts in C.
 * argv[2]: width; argv[3]: 0 for the log-sum-exp alone, 1 for all. */
#include "exp.h"
#include "rival.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *scores;
static double *copy;
static double *weights;
static double *results; /* log-sums; or greatest, log-sums, means, variances */
static size_t width, padded, rows;
static int has_moments;

/* ln x of a normal x, step for step as assembly/numbers/log.ts. */
static double log_normal(double x) {
  static const double r[] = {0.14795655240910258, 0.15314082864846235, 0.1818356291921112, 0.22222198603956989,
                             0.28571428742036387, 0.3999999999941662,  0.6666666666666734};
  int64_t bits;
  memcpy(&bits, &x, 8);
  int64_t power = (bits - 0x3fe6a09e00000000) >> 52;
  bits -= (int64_t)((uint64_t)power << 52);
  memcpy(&x, &bits, 8);
  double f = x - 1, half_square = 0.5 * f * f, s = f / (2 + f), w = s * s, sum = r[0], k = (double)power;
  for (int i = 1; i < 7; i++) sum = sum * w + r[i];
  return k * 0.6931471803691238 - ((half_square - (s * (half_square + w * sum) + k * 1.9082149292705877e-10)) - f);
}

static double total(const __m128d part[4]) {
  double lanes[2];
  _mm_storeu_pd(lanes, _mm_add_pd(_mm_add_pd(part[0], part[1]), _mm_add_pd(part[2], part[3])));
  return lanes[0] + lanes[1];
}

static inline __m128d difference(__m128d x, __m128d greatest) {
  return _mm_max_pd(_mm_set1_pd(-708.0), _mm_sub_pd(x, greatest));
}

static inline __m128d weight(__m128d d) { return _mm_andnot_pd(_mm_cmple_pd(d, _mm_set1_pd(-708.0)), exp_near(d)); }

static double greatest_of(void) {
  __m128d part[4];
  for (int j = 0; j < 4; j++) part[j] = _mm_set1_pd(-INFINITY);
  for (size_t i = 0; i < padded; i += 8)
    for (int j = 0; j < 4; j++) part[j] = _mm_max_pd(_mm_loadu_pd(copy + i + 2 * j), part[j]);
  double lanes[2];
  _mm_storeu_pd(lanes, _mm_max_pd(_mm_max_pd(part[0], part[1]), _mm_max_pd(part[2], part[3])));
  return lanes[0] < lanes[1] ? lanes[1] : lanes[0];
}

static double sum_near(double greatest) {
  const __m128d m = _mm_set1_pd(greatest);
  __m128d part[4] = {_mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd()};
  for (size_t i = 0; i < padded; i += 8)
    for (int j = 0; j < 4; j++) part[j] = _mm_add_pd(part[j], weight(difference(_mm_loadu_pd(copy + i + 2 * j), m)));
  return total(part);
}

static double weigh(double greatest) {
  const __m128d m = _mm_set1_pd(greatest);
  __m128d part[4] = {_mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd()};
  for (size_t i = 0; i < padded; i += 8)
    for (int j = 0; j < 4; j++) {
      __m128d d = difference(_mm_loadu_pd(copy + i + 2 * j), m);
      __m128d w = weight(d);
      _mm_storeu_pd(copy + i + 2 * j, d);
      _mm_storeu_pd(weights + i + 2 * j, w);
      part[j] = _mm_add_pd(part[j], w);
    }
  return total(part);
}

static double weighted_sum(void) {
  __m128d part[4] = {_mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd()};
  for (size_t i = 0; i < padded; i += 8)
    for (int j = 0; j < 4; j++)
      part[j] = _mm_add_pd(part[j], _mm_mul_pd(_mm_loadu_pd(weights + i + 2 * j), _mm_loadu_pd(copy + i + 2 * j)));
  return total(part);
}

static double centred_sum(double mean) {
  const __m128d m = _mm_set1_pd(mean);
  __m128d part[4] = {_mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd(), _mm_setzero_pd()};
  for (size_t i = 0; i < padded; i += 8)
    for (int j = 0; j < 4; j++) {
      __m128d deviation = _mm_sub_pd(_mm_loadu_pd(copy + i + 2 * j), m);
      part[j] = _mm_add_pd(part[j], _mm_mul_pd(_mm_loadu_pd(weights + i + 2 * j), _mm_mul_pd(deviation, deviation)));
    }
  return total(part);
}

/* The rows of the benchmark are finite. */
void run(void) {
  for (size_t row = 0; row < rows; row++) {
    memcpy(copy, scores + row * width, 8 * width);
    for (size_t i = width; i < padded; i++) copy[i] = -INFINITY;
    double greatest = greatest_of();
    if (!has_moments) {
      results[row] = greatest + log_normal(sum_near(greatest));
      continue;
    }
    double sum = weigh(greatest);
    double mean = weighted_sum() / sum;
    double log_of_sum = log_normal(sum);
    results[row] = greatest;
    results[rows + row] = log_of_sum;
    results[2 * rows + row] = mean - log_of_sum;
    results[3 * rows + row] = centred_sum(mean) / sum;
  }
}

uint32_t answer(void) { return rival_checksum(2166136261u, results, 8 * rows * (has_moments ? 4 : 1)); }

int main(int argc, char **argv) {
  size_t length;
  if (argc < 4) return 2;
  scores = (double *)rival_read(argv[1], &length, 16);
  width = (size_t)atol(argv[2]);
  has_moments = atoi(argv[3]);
  padded = (width + 7) & ~(size_t)7;
  rows = length / 8 / width;
  copy = malloc(16 * padded);
  weights = copy + padded;
  results = calloc(4 * rows, 8);
  return rival_serve(run, answer);
}
