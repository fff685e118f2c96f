/**
 * Whether a text matches all expressions one after another, each after the end of the previous
 * match. Takes linear time, unlike one expression with `.*` between the parts. The expressions must
 * be global (`/…/g`).
 */
export function matchesInOrder(text: string, parts: readonly RegExp[]): boolean {
  let end = 0;
  return parts.every((part) => {
    part.lastIndex = end;
    const isFound = part.test(text);
    end = part.lastIndex;
    return isFound;
  });
}
