import { type Verdict, verdicts } from "@fairclick/core/clicks/signal";
import { type DeviceKind, deviceKinds } from "@fairclick/core/clicks/user-agent";

/** `day` is a local calendar day, such as 2026-11-22. */
export type ClickFilter = {
  verdict?: Verdict;
  category?: string;
  creator?: string;
  country?: string;
  device?: DeviceKind;
  day?: string;
};

/** The page's `clicks` parameter without a condition. */
export const NO_FILTER = "all";

/** Reads the page's `clicks` parameter; leaves out what is not valid. */
export function readFilter(text: string): ClickFilter {
  const given = new URLSearchParams(text === NO_FILTER ? "" : text);
  const verdict = verdicts.find((each) => each === given.get("verdict"));
  const device = deviceKinds.find((each) => each === given.get("device"));
  const category = given.get("category");
  const creator = given.get("creator");
  const country = /^([A-Z]{2}|unknown)$/.exec(given.get("country") ?? "")?.[0];
  const day = /^\d{4}-\d{2}-\d{2}$/.exec(given.get("day") ?? "")?.[0];
  return {
    ...(verdict ? { verdict } : {}),
    ...(category ? { category } : {}),
    ...(creator ? { creator } : {}),
    ...(country ? { country } : {}),
    ...(device ? { device } : {}),
    ...(day && !Number.isNaN(Date.parse(`${day}T00:00`)) ? { day } : {}),
  };
}

export function writeFilter(filter: ClickFilter): string {
  return new URLSearchParams(filter).toString() || NO_FILTER;
}

/** Returns the conditions that the API accepts: a local day becomes a span of time. */
export function toConditions({ day, ...conditions }: ClickFilter) {
  if (day === undefined) return conditions;
  const from = new Date(`${day}T00:00`);
  const to = new Date(from.getFullYear(), from.getMonth(), from.getDate() + 1);
  return { ...conditions, from: from.toISOString(), to: to.toISOString() };
}
