/**
 * Keeps the preloads of this page, and removes all others. `page` is its path, or null if it has none
 * of its own.
 */
export function writePreloads(html: string, page: string | null): string {
  const isKept = (line: string) => (readAttribute(line, "data-page") ?? page) === page;
  return html.split("\n").filter(isKept).join("\n");
}

/** Returns the value of an attribute in a line; the build writes one tag per line. */
function readAttribute(tag: string, attribute: string): string | undefined {
  return tag.split(`${attribute}="`)[1]?.split('"')[0];
}
