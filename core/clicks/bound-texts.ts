import type { Click } from "./click";

/**
 * Max characters of a request text that the rules read. The longest user agents of in-app browsers
 * have about 400. Up to 2,048 are stored (see `clickSchema`), so that operators see what was sent.
 */
export const MAX_READ_LENGTH = 512;

const texts = [
  "userAgent",
  "referrer",
  "acceptLanguage",
  "purpose",
  "secFetchDest",
  "secFetchMode",
  "secFetchSite",
  "secChUa",
  "secChUaMobile",
  "secChUaPlatform",
] as const satisfies readonly (keyof Click)[];

/** Returns the click with its texts cut to `MAX_READ_LENGTH`; the same object if all are short. */
export function boundTexts(click: Click): Click {
  let bounded = click;
  for (const name of texts) {
    const text = click[name];
    if (text === null || text.length <= MAX_READ_LENGTH) continue;
    if (bounded === click) bounded = { ...click };
    bounded[name] = text.slice(0, MAX_READ_LENGTH);
  }
  return bounded;
}
