import { problemSchema } from "@fairclick/core/operations/status-schema";
import { microsSchema } from "@fairclick/core/schemas/admin-lists";
import { z } from "zod";
import { sayAge, sayMicros, sayMoment } from "./say";

/** The figures that `fairclick top` shows. */
export const figuresSchema = z.object({
  at: z.iso.datetime(),
  redirectsPerSecond: z.number(),
  /** 99 of 100 visitors waited at most so long; null without visitors. */
  p99Ms: z.number().nullable(),
  queueWaiting: z.int(),
  queueFailed: z.int(),
  queueOldestAt: z.iso.datetime().nullable(),
  clicksPending: z.int(),
  clicksHeld: z.int(),
  judgedPerSecond: z.number(),
  /** Of the clicks judged in the last minute; null without any. */
  validShare: z.number().nullable(),
  paidMicrosPerMinute: microsSchema,
  /** What ledger transactions moved in the last minute, by their kind. */
  movedMicrosPerMinute: z.record(z.string(), microsSchema),
  withdrawalsPending: z.int(),
  withdrawalsHeld: z.int(),
  problems: z.array(problemSchema),
});
export type Figures = z.infer<typeof figuresSchema>;

/** Every figure with its name, as people read it. */
export function describeFigures(figures: Figures): [string, string][] {
  const { p99Ms, validShare, movedMicrosPerMinute, queueOldestAt } = figures;
  const moved = Object.entries(movedMicrosPerMinute);
  const oldest = queueOldestAt
    ? `, the oldest ${sayAge(queueOldestAt, new Date(figures.at))} ago`
    : "";
  return [
    ["at", `${sayMoment(figures.at)} UTC`],
    ["redirects/s", figures.redirectsPerSecond.toFixed(1)],
    ["p99", p99Ms === null ? "no visitors" : `${p99Ms} ms`],
    ["queue", `${figures.queueWaiting} waiting${oldest}, ${figures.queueFailed} failed`],
    ["clicks", `${figures.clicksPending} to be judged, ${figures.clicksHeld} held`],
    ["judged/s", figures.judgedPerSecond.toFixed(1)],
    ["valid share", validShare === null ? "none judged" : `${(validShare * 100).toFixed(1)} %`],
    ["paid/min", sayMicros(figures.paidMicrosPerMinute)],
    [
      "moved/min",
      moved.map(([kind, micros]) => `${kind} ${sayMicros(micros)}`).join(", ") || "nothing",
    ],
    [
      "withdrawals",
      `${figures.withdrawalsPending} under way, ${figures.withdrawalsHeld} of them held`,
    ],
    ...figures.problems.map(({ check, detail }): [string, string] => [`! ${check}`, detail]),
  ];
}
