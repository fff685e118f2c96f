import { problemSchema } from "@fairclick/core/operations/work";
import { microsSchema } from "@fairclick/core/schemas";
import { z } from "zod";
import { describeProblem } from "./describe-problem";
import { formatAge, formatMicros, formatMoment } from "./format";

/** The figures that `fairclick top` shows. */
export const figuresSchema = z.object({
  at: z.iso.datetime(),
  redirectsPerSecond: z.number(),
  /** 99th percentile of the redirect time; null without visitors. */
  p99Ms: z.number().nullable(),
  queueWaiting: z.int(),
  queueFailed: z.int(),
  queueOldestAt: z.iso.datetime().nullable(),
  clicksPending: z.int(),
  clicksHeld: z.int(),
  judgedPerSecond: z.number(),
  /** Share of valid clicks among those judged in the last minute, 0 to 1; null if none were judged. */
  validShare: z.number().nullable(),
  paidMicrosPerMinute: microsSchema,
  /** Amount moved by ledger transactions in the last minute, by kind. */
  movedMicrosPerMinute: z.record(z.string(), microsSchema),
  withdrawalsPending: z.int(),
  withdrawalsHeld: z.int(),
  problems: z.array(problemSchema),
});
export type Figures = z.infer<typeof figuresSchema>;

/** Returns every figure as a name and a text for people. */
export function describeFigures(figures: Figures): [string, string][] {
  const { p99Ms, validShare, movedMicrosPerMinute } = figures;
  const moved = Object.entries(movedMicrosPerMinute);
  const now = new Date(figures.at);
  const oldest = (at: string | null) => (at ? `, the oldest ${formatAge(at, now)} ago` : "");
  return [
    ["at", `${formatMoment(figures.at)} UTC`],
    ["redirects/s", figures.redirectsPerSecond.toFixed(1)],
    ["p99", p99Ms === null ? "no visitors" : `${p99Ms} ms`],
    [
      "queue",
      `${figures.queueWaiting} waiting${oldest(figures.queueOldestAt)}, ${figures.queueFailed} failed`,
    ],
    ["clicks", `${figures.clicksPending} pending, ${figures.clicksHeld} held`],
    ["judged/s", figures.judgedPerSecond.toFixed(1)],
    ["valid share", validShare === null ? "no clicks judged" : `${(validShare * 100).toFixed(1)}%`],
    ["paid/min", formatMicros(figures.paidMicrosPerMinute)],
    [
      "moved/min",
      moved.map(([kind, micros]) => `${kind} ${formatMicros(micros)}`).join(", ") || "nothing",
    ],
    [
      "withdrawals",
      `${figures.withdrawalsPending} pending, ${figures.withdrawalsHeld} of them held`,
    ],
    ...figures.problems.map((problem): [string, string] => [
      `! ${problem.check}`,
      describeProblem(problem),
    ]),
  ];
}
