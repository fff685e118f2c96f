import { BoundedMap } from "./bounded-map";
import { MAX_READ_LENGTH } from "./clicks/bound-texts";

const MAX_TEXTS = 5_000;

/**
 * Returns a memoized `find` that caches the results of the last 5,000 distinct texts: many visitors
 * share few user agents, and parsing one takes large regular expressions. `find` receives at most the
 * first `MAX_READ_LENGTH` characters.
 */
export function memoize<Found extends NonNullable<unknown> | null>(
  find: (text: string) => Found,
): (text: string) => Found {
  const known = new BoundedMap<string, Found>(MAX_TEXTS);
  return (whole) => {
    const text = whole.slice(0, MAX_READ_LENGTH);
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const found = find(text);
    known.set(text, found);
    return found;
  };
}
