/* Bootstrap sums of one column: assembly/numbers/bootstrap.ts in C.
 * The file: the generators' 64 bytes, then numbers of 8 bytes. argv[2]: resamples. */
#include "draw.h"
#include "rival.h"
#include <stdlib.h>
#include <string.h>

static uint8_t *input;
static double *values;
static double *sums;
static uint32_t *draws;
static size_t count, resamples;

static double sum_at(void) {
  double a = 0, b = 0, c = 0, d = 0;
  size_t t = 0;
  for (; t + 4 <= count; t += 4) {
    a += values[draws[t]];
    b += values[draws[t + 1]];
    c += values[draws[t + 2]];
    d += values[draws[t + 3]];
  }
  if (t < count) a += values[draws[t]];
  if (t + 1 < count) b += values[draws[t + 1]];
  if (t + 2 < count) c += values[draws[t + 2]];
  return a + b + (c + d);
}

void run(void) {
  __m128i state[4];
  memcpy(state, input, 64);
  for (size_t resample = 0; resample < resamples; resample++) {
    draw(state, (uint32_t)count, 0, (uint32_t)count, draws);
    sums[resample] = sum_at();
  }
}

uint32_t answer(void) { return rival_checksum(2166136261u, sums, 8 * resamples); }

int main(int argc, char **argv) {
  size_t length;
  if (argc < 3) return 2;
  input = rival_read(argv[1], &length, 16);
  values = (double *)(input + 64);
  count = (length - 64) / 8;
  resamples = (size_t)atol(argv[2]);
  draws = malloc(4 * count + 16);
  sums = malloc(8 * resamples);
  return rival_serve(run, answer);
}
