import { plural, t } from "@fairclick/core/language/t";

/** Rounded time from a click to its verdict. */
export function judgingTime(windowSeconds: number): string {
  if (windowSeconds < 50) return plural(windowSeconds, "about # second", "about # seconds");
  const minutes = Math.round(windowSeconds / 60);
  return minutes === 1 ? t`about a minute` : plural(minutes, "about # minute", "about # minutes");
}
