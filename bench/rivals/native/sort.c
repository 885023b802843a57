// kernels: tables/sort
// argv: 64-bit keys
#include "prelude.h"
#include "kernels.h"

static usize keys, bytes, own, scratch;
static void run(void) {
  memcpy((void *)own, (void *)keys, bytes);
  sortKeys(own, scratch, (u32)(bytes / 8));
}
static u32 answer(void) { return rival_checksum(CHECKSUM_EMPTY, (void *)own, bytes); }
int main(int argc, char **argv) {
  keys = (usize)rival_read(argv[1], &bytes, 64);
  own = rival_room(bytes);
  scratch = rival_room(bytes);
  return rival_serve(run, answer);
}
