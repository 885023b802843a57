// What rivals of text share: a text in memory, the fold table, and chunks as src/core/kernels/text/chunks.ts makes them.
#define CHUNK_BYTES 65536

static usize text, textBytes;

/** argv: text, packed fold table (src/core/kernels/text/foldTable.ts). */
static void readInputs(char **argv) {
  usize tableBytes;
  text = (usize)rival_read(argv[1], &textBytes, 128);
  usize table = (usize)rival_read(argv[2], &tableBytes, 64);
  u32 stage2Length = load_u32(table);
  usize stage1 = table + 8, stage2 = stage1 + 2 * 17408, pool = stage2 + 4 * (usize)stage2Length;
  setFoldTable(stage1, stage2, pool);
}
