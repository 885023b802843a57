/** The noun form for a number: one document, no documents, two entries. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A number and its noun, as sentences in documents have them: digits are not grouped. */
export function counted(count: number, one: string, many?: string): string {
  return `${count} ${plural(count, one, many)}`;
}
