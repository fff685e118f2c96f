/** Set by `bun run build:cli`; not defined in a checkout. */
declare const FAIRCLICK_VERSION: string | undefined;

/** The commit from which the program was built, and its date. */
export const version =
  typeof FAIRCLICK_VERSION === "string" ? FAIRCLICK_VERSION : "development, from a checkout";
