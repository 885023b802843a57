// kernels: mix text/utf8 text/table text/hash text/words/lines text/words/lookalikes text/words/stretch text/consumed text/words/pairs text/words/blocks text/words/runs text/words/words text/shingles text/winnow
// Text to words, shingles and kept positions.
#include "prelude.h"
#include "kernels.h"
#include "text.h"

static usize boundsPtr_, lowPtr_, highPtr_, folded_, spans_, shingleLow, shingleHigh, positions;
static u32 wordsIn, keptIn;
static u32 sum;

static void chunkDone(u32 count) {
  wordsIn += count;
  sum = rival_checksum(sum, (void *)lowPtr_, 4 * (usize)count);
}

static void read(bool check) {
  wordsIn = keptIn = 0;
  for (usize at = 0; at < textBytes;) {
    usize bytes = min((usize)CHUNK_BYTES, textBytes - at);
    u32 count = readWords(text + at, (u32)bytes, at + bytes == textBytes, (u32)at, boundsPtr_, lowPtr_, highPtr_, folded_, spans_);
    u32 shingles = hashShingles(lowPtr_, highPtr_, count, 5, shingleLow, shingleHigh);
    keptIn += winnow(shingleLow, shingles, 8, positions);
    if (check) sum = rival_checksum(sum, (void *)positions, 4);
    if (check) chunkDone(count);
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
  boundsPtr_ = rival_room(16 * CHUNK_BYTES);
  lowPtr_ = rival_room(8 * CHUNK_BYTES);
  highPtr_ = rival_room(8 * CHUNK_BYTES);
  folded_ = rival_room(24 * CHUNK_BYTES + 48);
  spans_ = rival_room(24 * CHUNK_BYTES);
  shingleLow = rival_room(8 * CHUNK_BYTES);
  shingleHigh = rival_room(8 * CHUNK_BYTES);
  positions = rival_room(8 * CHUNK_BYTES);
  return rival_serve(run, answer);
}
