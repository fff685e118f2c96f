/**
 * Max characters of a request text that the rules read. The longest user agents of in-app browsers
 * have about 400. Up to 2,048 are stored (see `clickSchema`), so that operators see what was sent.
 */
export const MAX_READ_LENGTH = 512;

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

/**
 * A map with at most `max` entries: when it is full, it drops the entry that was set longest ago.
 * Reads do not change the order.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #max: number;

  constructor(max: number) {
    super();
    this.#max = max;
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }
}
