type Compact<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<
    Fields[Key],
    undefined
  >;
};

/** Returns a copy without the properties that are undefined. */
export function compact<Fields extends object>(fields: Fields): Compact<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // The cast is safe: only undefined properties are missing, and Compact makes those optional.
  return Object.fromEntries(entries) as Compact<Fields>;
}

/** Returns a record with a value for each key; the cast holds because each key gets one. */
export function mapEach<Key extends string, Value>(
  keys: readonly Key[],
  toValue: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, toValue(key)])) as Record<Key, Value>;
}

/** Splits a list into parts of at most `size`. */
export function inChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
