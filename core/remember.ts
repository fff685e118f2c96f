import { BoundedMap } from "./bounded-map";

const MAX_TEXTS = 5_000;

/**
 * The same function, which remembers what it found in the last texts that were new to it: many
 * visitors have few user agents, and reading one takes large regular expressions.
 */
export function remember<Found extends NonNullable<unknown> | null>(
  find: (text: string) => Found,
): (text: string) => Found {
  const known = new BoundedMap<string, Found>(MAX_TEXTS);
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const found = find(text);
    known.set(text, found);
    return found;
  };
}
