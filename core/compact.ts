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
