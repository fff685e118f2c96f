type Json = Record<string, unknown>;

/** What of `before` is different now, as deep as the difference is. Arrays are told whole. */
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
