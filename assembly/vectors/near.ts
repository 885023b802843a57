// Which rows of bits are near to questions? Each dimension of a vector is one bit, so that the bits in which two
// vectors differ tell how far apart they point; a question asks for rows within a limit of its own.
//
//   rows       0110… 1011… 0010…      rowBytes each, a multiple of 16
//   questions  0111… 1000…            as long
//   found      (question << 16 | differing bits, row), by rows, then by questions
//
// A row is loaded once for all questions. Counts of single bytes are added up before they are widened: a row of up to
// 3,968 bits adds at most 248 to a byte.
//
// Source: Charikar, "Similarity estimation techniques from rounding algorithms", STOC 2002.

/**
 * Writes two unsigned 32-bit numbers for each row and question that differ in at most the question's limit of bits, and
 * returns how many pairs of numbers it wrote.
 *
 * @param questionsPtr `questions` × `rowBytes`, at most 65,535 questions
 * @param limitsPtr    one unsigned 32-bit number for each question
 * @param rowBytes     a multiple of 16, at most 496
 * @param outPtr       room for 8 bytes for each row and question
 */
export function nearRows(
  questionsPtr: usize,
  limitsPtr: usize,
  questions: u32,
  rowsPtr: usize,
  rows: u32,
  rowBytes: u32,
  outPtr: usize,
): u32 {
  let out = outPtr;
  let rowPtr = rowsPtr;
  for (let row: u32 = 0; row < rows; row++) {
    let questionPtr = questionsPtr;
    for (let question: u32 = 0; question < questions; question++) {
      const bits = differing(rowPtr, questionPtr, <usize>rowBytes);
      if (bits <= load<u32>(limitsPtr + (<usize>question << 2))) {
        store<u32>(out, (question << 16) | bits);
        store<u32>(out, row, 4);
        out += 8;
      }
      questionPtr += <usize>rowBytes;
    }
    rowPtr += <usize>rowBytes;
  }
  return <u32>((out - outPtr) >> 3);
}

/** The number of bits in which two rows differ. */
// @ts-ignore: decorator
@inline
function differing(aPtr: usize, bPtr: usize, rowBytes: usize): u32 {
  let counts = i8x16.splat(0);
  for (let at: usize = 0; at < rowBytes; at += 16)
    counts = i8x16.add(counts, i8x16.popcnt(v128.xor(v128.load(aPtr + at), v128.load(bPtr + at))));
  const sums = i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(counts));
  return (
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3)
  );
}
