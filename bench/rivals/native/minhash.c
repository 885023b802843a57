// kernels: mix sketch/minhash
// argv: unsigned 32-bit hashes, number of orders
#include "prelude.h"
#include "kernels.h"

static usize hashes, bytes, a, b, signature;
static u32 orders;
static void run(void) { minhash(hashes, (u32)(bytes / 4), a, b, signature, orders); }
static u32 answer(void) { return rival_checksum(CHECKSUM_EMPTY, (void *)signature, 4 * (usize)orders); }
int main(int argc, char **argv) {
  hashes = (usize)rival_read(argv[1], &bytes, 64);
  orders = (u32)atoi(argv[2]);
  a = rival_room(4 * orders);
  b = rival_room(4 * orders);
  signature = rival_room(4 * orders);
  drawOrders(a, b, orders);
  return rival_serve(run, answer);
}
