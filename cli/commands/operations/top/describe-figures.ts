import { sayAge, sayMicros, sayMoment } from "../../../output/say";
import type { Figures } from "./measure";

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
  ];
}
