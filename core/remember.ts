import { BoundedMap } from "./bounded-map";
import { MAX_READ_LENGTH } from "./clicks/bound-texts";

const MAX_TEXTS = 5_000;

/**
 * Returns the function with a memory of the last texts that were new to it: many visitors have few
 * user agents, and reading one takes large regular expressions. It reads the first
 * `MAX_READ_LENGTH` characters of a text.
 */
export function remember<Found extends NonNullable<unknown> | null>(
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
