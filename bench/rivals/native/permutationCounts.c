/* Counts of a permutation test: assembly/numbers/permute.ts in C.
 * The file: the generators' 64 bytes, two thresholds and then values, integers of 8 bytes. argv[2]: picked; argv[3]: permutations. */
#include "draw.h"
#include "rival.h"
#include <stdlib.h>
#include <string.h>

static uint8_t *input;
static int64_t *values;
static uint32_t *draws;
static uint32_t counts[2];
static size_t count, picked, permutations;

void run(void) {
  __m128i state[4];
  int64_t thresholds[2];
  memcpy(state, input, 64);
  memcpy(thresholds, input + 64, 16);
  memcpy(values, input + 80, 8 * count);
  counts[0] = counts[1] = 0;
  for (size_t permutation = 0; permutation < permutations; permutation++) {
    draw(state, (uint32_t)count, (uint32_t)picked, draws);
    int64_t sum = 0;
    for (size_t place = 0; place < picked; place++) {
      size_t other = place + draws[place];
      int64_t value = values[other];
      values[other] = values[place];
      values[place] = value;
      sum += value;
    }
    counts[0] += sum >= thresholds[0];
    counts[1] += sum <= thresholds[1];
  }
}

uint32_t answer(void) { return rival_checksum(2166136261u, counts, 8); }

int main(int argc, char **argv) {
  size_t length;
  if (argc < 4) return 2;
  input = rival_read(argv[1], &length, 16);
  count = (length - 80) / 8;
  picked = (size_t)atol(argv[2]);
  permutations = (size_t)atol(argv[3]);
  values = malloc(8 * count);
  draws = malloc(4 * picked + 16);
  return rival_serve(run, answer);
}
