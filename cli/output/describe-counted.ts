import type { countedSchema } from "@fairclick/core/clicks/stats";
import type { z } from "zod";

/** Describes which clicks were counted: all, the newest, or a sample. */
export function describeCounted({
  how,
  clicks,
  withoutValue,
  percent,
  from,
}: z.infer<typeof countedSchema>): string {
  const count = clicks.toLocaleString("en-US");
  const since = from.slice(0, 10);
  const counted = {
    all: `All ${count} clicks since ${since}.`,
    newest: `Only the newest ${count} clicks since ${since}: use --to for older ones.`,
    sample: `A sample: ${count} clicks, ${percent}% of those stored since ${since}. Money and counts are those of the sample.`,
  }[how];
  if (withoutValue === 0) return counted;
  return `${counted} ${withoutValue.toLocaleString("en-US")} of them are in no row: they have no such value, or it was erased.`;
}
