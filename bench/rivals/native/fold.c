// kernels: text/utf8 text/table text/lines text/lookalikes text/stretch text/consumed text/fold
// Text to folded text.
#include "prelude.h"
#include "kernels.h"
#include "text.h"

static usize outPtr_, folded_, spans_;
static u32 sum;

static void read(bool check) {
  for (usize at = 0; at < textBytes;) {
    usize bytes = min((usize)CHUNK_BYTES, textBytes - at);
    u32 written = fold(text + at, (u32)bytes, at + bytes == textBytes, outPtr_, folded_, spans_);
    if (check) sum = rival_checksum(sum, (void *)outPtr_, written);
    at += consumedBytes();
  }
}
static void run(void) { read(false); }
static u32 answer(void) {
  sum = CHECKSUM_EMPTY;
  read(true);
  return sum;
}
int main(int argc, char **argv) {
  readInputs(argv);
  outPtr_ = rival_room(14 * CHUNK_BYTES);
  folded_ = rival_room(24 * CHUNK_BYTES + 48);
  spans_ = rival_room(24 * CHUNK_BYTES);
  return rival_serve(run, answer);
}
