// kernels: align/symbols align/distance align/lcs
// argv: unsigned 32-bit symbols, symbols of the pattern among them, then the text; `distance` or `lcs`
#include "prelude.h"
#include "kernels.h"

static usize symbols, bytes, table, masks, blocks;
static u32 patternLength, textLength, result;
static bool isDistance;
static void run(void) {
  usize textPtr = symbols + 4 * (usize)patternLength;
  result = isDistance ? distance(symbols, patternLength, textPtr, textLength, 0xfffffffe, table, masks, blocks)
                      : commonLength(symbols, patternLength, textPtr, textLength, table, masks, blocks);
}
static u32 answer(void) { return result; }
int main(int argc, char **argv) {
  symbols = (usize)rival_read(argv[1], &bytes, 64);
  patternLength = (u32)atoi(argv[2]);
  textLength = (u32)(bytes / 4) - patternLength;
  isDistance = strcmp(argv[3], "distance") == 0;
  table = rival_room(32 * (usize)patternLength + 64);
  masks = rival_room((usize)patternLength * ((patternLength + 63) / 64) * 8 + 8);
  blocks = rival_room(24 * (usize)((patternLength + 63) / 64));
  return rival_serve(run, answer);
}
