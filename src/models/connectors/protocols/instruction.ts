/**
 * The instruction with which a chat model is told to continue a text. The result is an answer to an instruction, not a
 * continuation of a prefix by the language model itself: connectors that use it state `continues: "instruction"`.
 */
export const INSTRUCTION =
  "Continue the text of the user's message from exactly where it ends. Answer with the continuation alone: repeat nothing, comment on nothing, add no quotation marks.";

/** The user's turn before a prefilled answer. */
export const PREFILL_REQUEST = "Continue this text.";
