export type FilterWord = {
  /** The word as typed; a quote that was not closed is closed. */
  text: string;
  /** The word without its quotes and escapes. */
  value: string;
  /** Where the word begins and ends in the filter. */
  start: number;
  end: number;
};

/**
 * Splits a filter at spaces. Double quotes keep words together; within them, a backslash makes the next
 * character a plain one.
 */
export function splitFilter(filter: string): FilterWord[] {
  const words: FilterWord[] = [];
  let place = 0;
  while (place < filter.length) {
    if (isSpace(filter.charAt(place))) {
      place += 1;
      continue;
    }
    const word = readWord(filter, place);
    words.push(word);
    place = word.end;
  }
  return words;
}

/** Returns the filter with single spaces between its words and all quotes closed. */
export function joinFilter(filter: string): string {
  return splitFilter(filter)
    .map(({ text }) => text)
    .join(" ");
}

/** Quotes a value that contains spaces, quotes or backslashes, as `splitFilter` reads it. */
export function quoteValue(value: string): string {
  return /[\s"\\]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value;
}

function readWord(filter: string, start: number): FilterWord {
  let value = "";
  let isQuoted = false;
  let end = start;
  for (; end < filter.length; end += 1) {
    const character = filter.charAt(end);
    if (!isQuoted && isSpace(character)) break;
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === "\\") {
      end += 1;
      value += filter.charAt(end);
    } else value += character;
  }
  end = Math.min(end, filter.length);
  const typed = filter.slice(start, end);
  return { text: isQuoted ? closeQuote(typed, value) : typed, value, start, end };
}

/** A backslash at the end escapes nothing and is dropped. */
function closeQuote(typed: string, value: string): string {
  const isEscaping = typed.endsWith("\\") && !value.endsWith("\\");
  return `${isEscaping ? typed.slice(0, -1) : typed}"`;
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}
