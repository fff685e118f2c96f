/** What `--seen` means, in the help of a command. */
export const SEEN_ABOUT =
  "mark of a dry run: refuse if this would not change exactly what it counted";

/** Says that nothing was changed, and in its last line the mark of what was counted. */
export function describeDryRun(seen: string | null): string {
  const mark = seen === null ? "" : `\nTo apply exactly this: --seen ${seen}`;
  return `Dry run: nothing was changed.${mark}`;
}

/** Returns the `--seen` option that the last line of a dry run names; none if it counted nothing. */
export function readSeen(lines: readonly string[]): string[] {
  const [, mark] = /^To apply exactly this: --seen (\S+)$/.exec(lines.at(-1) ?? "") ?? [];
  return mark === undefined ? [] : ["--seen", mark];
}
