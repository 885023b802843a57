// kernels: tables/lookup
// argv: number of entries, number of queries. Keys are drawn as bench/cases/tables.ts draws them.
#include "prelude.h"
#include "kernels.h"

static usize directory, remainders, payloads, low, high, indexes, found;
static u32 queries, log2_;
static void run(void) { find(directory, remainders, payloads, log2_, low, high, queries, indexes, found); }
static u32 answer(void) { return rival_checksum(rival_checksum(CHECKSUM_EMPTY, (void *)indexes, 4 * (usize)queries), found, 4 * (usize)queries); }

/** Lower and upper half of entry i, evenly spread and ascending; see `spreadKey` there. */
static u32 lowOf(u32 i) { return i * 2654435761u; }
static u32 highOf(u32 i, u32 count) { return (u32)(((u64)i << 32) / count); }

int main(int argc, char **argv) {
  u32 count = (u32)atoi(argv[1]);
  queries = (u32)atoi(argv[2]);
  log2_ = 32 - clz_u32(count) - 3;
  usize keysLow = rival_room(4 * (usize)count), keysHigh = rival_room(4 * (usize)count);
  directory = rival_room(4 * (((usize)1 << log2_) + 1));
  remainders = rival_room(4 * (usize)count + 16);
  payloads = rival_room(4 * (usize)count);
  for (u32 i = 0; i < count; i++) {
    store_u32(keysLow + 4 * (usize)i, lowOf(i));
    store_u32(keysHigh + 4 * (usize)i, highOf(i, count));
    store_u32(payloads + 4 * (usize)i, i ^ 0x5bd1e995);
  }
  makeLookup(keysLow, keysHigh, count, log2_, directory, remainders);
  low = rival_room(4 * (usize)queries);
  high = rival_room(4 * (usize)queries);
  indexes = rival_room(4 * (usize)queries);
  found = rival_room(4 * (usize)queries);
  for (u32 q = 0; q < queries; q++) {
    u32 i = (u32)(((u64)(q * 2246822519u) * count) >> 32);
    store_u32(low + 4 * (usize)q, lowOf(i) ^ ((q & 1) << 31)); // every other one is not there
    store_u32(high + 4 * (usize)q, highOf(i, count));
  }
  return rival_serve(run, answer);
}
