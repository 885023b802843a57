// kernels: mix sketch/onePermutation
// argv: lower halves, then upper halves, of 64-bit hashes; logarithm of the number of bins
#include "prelude.h"
#include "kernels.h"

static usize hashes, bytes, raw, bins;
static u32 log2;
static void run(void) { onePermutation(hashes, hashes + bytes / 2, (u32)(bytes / 8), log2, raw, bins); }
static u32 answer(void) { return rival_checksum(CHECKSUM_EMPTY, (void *)bins, (usize)4 << log2); }
int main(int argc, char **argv) {
  hashes = (usize)rival_read(argv[1], &bytes, 64);
  log2 = (u32)atoi(argv[2]);
  raw = rival_room((usize)4 << log2);
  bins = rival_room((usize)4 << log2);
  return rival_serve(run, answer);
}
