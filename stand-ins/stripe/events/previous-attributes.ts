type Json = Record<string, unknown>;

/**
 * Returns the values of `before` that differ from `after`, nested as deep as the difference. Arrays
 * are returned whole; keys that are new in `after` are null.
 */
export function previousAttributes(before: object, after: object): Json {
  const now: Json = { ...after };
  const changes = Object.entries(before).flatMap(([key, was]): [string, unknown][] => {
    const is = now[key];
    if (Bun.deepEquals(was, is)) return [];
    if (!isPlain(was) || !isPlain(is)) return [[key, structuredClone(was)]];
    return [[key, previousAttributes(was, is)]];
  });
  const added = Object.keys(after).filter((key) => !(key in before));
  return Object.fromEntries([...changes, ...added.map((key) => [key, null])]);
}

function isPlain(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
