/** What is asked of every contender, ours too. */
export interface RivalIndex {
  /** Returns the bytes of the index where it can tell. */
  build(documents: AsyncIterable<{ id: string; text: string }>): Promise<number | null>;
  /** Documents, the likeliest first. */
  ask(content: string): string[] | Promise<string[]>;
}
