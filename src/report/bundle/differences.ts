/** Finds where two documents differ. */

/** Whether values at a place are the same. */
type IsSame = (pointer: string, one: unknown, other: unknown) => boolean;

/**
 * JSON pointers (RFC 6901) to the values that differ, in the order of the first document, at most `most`. The empty
 * pointer is the whole document.
 *
 * @param isNear whether values that are not the same count as the same
 */
export function differences(
  one: unknown,
  other: unknown,
  most: number,
  isNear: IsSame = () => false,
  pointer = "",
): string[] {
  if (!isHolder(one) || !isHolder(other) || Array.isArray(one) !== Array.isArray(other))
    return Object.is(one, other) || (one === 0 && other === 0) || isNear(pointer, one, other) ? [] : [pointer];
  const found: string[] = [];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    if (found.length >= most) break;
    const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (Object.hasOwn(one, name) !== Object.hasOwn(other, name)) found.push(at);
    else found.push(...differences(one[name], other[name], most - found.length, isNear, at));
  }
  return found;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
