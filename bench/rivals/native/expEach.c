/* e^x of every number of the file: assembly/numbers/exp.ts in C. */
#include "exp.h"
#include "rival.h"
#include <stdlib.h>

static double *values;
static double *results;
static size_t count;

void run(void) {
  for (size_t i = 0; i < count; i += 4) {
    _mm_storeu_pd(results + i, exp_any(_mm_loadu_pd(values + i)));
    _mm_storeu_pd(results + i + 2, exp_any(_mm_loadu_pd(values + i + 2)));
  }
}

uint32_t answer(void) { return rival_checksum(2166136261u, results, 8 * count); }

int main(int argc, char **argv) {
  size_t length;
  if (argc < 2) return 2;
  values = (double *)rival_read(argv[1], &length, 32);
  count = length / 8;
  results = malloc(length + 32);
  return rival_serve(run, answer);
}
