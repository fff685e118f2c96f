import { z } from "zod";

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses `15m`, `2h`, `3d` or `2w` to milliseconds; null if the text is none of them. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = /^(\d{1,4})([mhdw])$/.exec(text) ?? [];
  if (!count || (unit !== "m" && unit !== "h" && unit !== "d" && unit !== "w")) return null;
  return Number(count) * UNIT_MS[unit];
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** Parses a time before `now` such as `2h`, or a date or time, in UTC without an offset. Null if neither. */
export function parseMoment(text: string, now: Date): Date | null {
  const ago = parseDuration(text);
  if (ago !== null) return new Date(now.getTime() - ago);
  const [whole, offset] = ISO.exec(text) ?? [];
  if (!whole) return null;
  const moment = new Date(whole.includes("T") && !offset ? `${whole}Z` : whole);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

/** An option with a time: returns it in ISO 8601. */
export const momentOption = z.string().transform((text, context) => {
  const moment = parseMoment(text, new Date());
  if (moment) return moment.toISOString();
  context.addIssue({
    code: "custom",
    message: `"${text}" is not a time: use 2h, 3d, 2026-01-31 or 2026-01-31T12:00:00Z`,
  });
  return z.NEVER;
});
