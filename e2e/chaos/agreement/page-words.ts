import { formatExactDollars } from "@fairclick/core/amounts";
import type { Figures } from "./comparison";
import { type Sums, tally } from "./tally";
import type { Click } from "./truth";
import { VIEWERS_ZONE } from "./viewers-zone";

export const stamps = {
  valid: "VALID",
  invalid: "INVALID",
  held: "HELD",
  unpaid: "UNPAID",
} as const;

const counts = new Intl.NumberFormat("en-US");

export function count(of: number): string {
  return counts.format(of);
}

const localDay = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: VIEWERS_ZONE,
});

/** Returns the figures of the table below the bars. */
export function clicksByDay(clicks: readonly Click[]): Figures {
  const days = tally(clicks, ({ at }) => [localDay.format(at)]);
  return describeDays("Clicks over time", days, { paid: "Paid", pending: true });
}

const calendarDay = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeZone: VIEWERS_ZONE,
});

/** Returns the figures of a creator's earnings table. */
export function earningsByDay(clicks: readonly Click[]): Figures {
  const days = tally(clicks, ({ at }) => [calendarDay.format(at)]);
  return describeDays("By day", days, { paid: "Earned", pending: false });
}

type Columns = { paid: string; pending: boolean };

export function describeDays(
  section: string,
  rows: ReadonlyMap<string, Sums>,
  { paid, pending }: Columns,
): Figures {
  const figures: Figures = {};
  for (const [row, sums] of rows) {
    const name = `${section}: ${row}`;
    figures[`${name}, Valid`] = count(sums.valid);
    figures[`${name}, Invalid`] = count(sums.invalid);
    figures[`${name}, Held`] = count(sums.held);
    figures[`${name}, Unpaid`] = count(sums.unpaid);
    if (pending) figures[`${name}, Pending`] = "0";
    figures[`${name}, ${paid}`] = formatExactDollars(sums.micros);
  }
  return figures;
}
