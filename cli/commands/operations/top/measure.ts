import type { Status } from "@fairclick/core/operations/work";
import type { Figures } from "../../../output/describe-figures";

type Slice = { at: number; perSecond: number; durations: Status["durations"] };

/** Figures of an api process that has not answered for this long are dropped. */
const SILENCE_MS = 15_000;

/**
 * Returns a function that turns the counters of api processes into rates. Behind a load balancer,
 * each answer may come from another process: an answer is compared with the previous one of the same
 * process, and the recent rates of all processes are summed up.
 */
export function createMeter(): (status: Status) => Figures {
  const earlier = new Map<string, Status>();
  const slices = new Map<string, Slice>();
  return (status) => {
    const slice = compare(earlier.get(status.process), status);
    earlier.set(status.process, status);
    if (slice) slices.set(status.process, slice);
    const now = Date.parse(status.at);
    const recent = [...slices.values()].filter(({ at }) => now - at <= SILENCE_MS);
    return toFigures(status, recent);
  };
}

/** Returns null for the first answer of a process, and after its restart. */
function compare(before: Status | undefined, after: Status): Slice | null {
  const at = Date.parse(after.at);
  const seconds = before ? (at - Date.parse(before.at)) / 1_000 : 0;
  if (!before || seconds <= 0 || after.redirects < before.redirects) return null;
  const durations = after.durations.map(({ upToMs, count }, index) => ({
    upToMs,
    count: count - (before.durations[index]?.count ?? 0),
  }));
  return { at, perSecond: (after.redirects - before.redirects) / seconds, durations };
}

function toFigures(status: Status, slices: Slice[]): Figures {
  const { queue, clicks, withdrawals, lastMinute } = status;
  const { judged, valid, paidMicros, moved } = lastMinute;
  return {
    at: status.at,
    redirectsPerSecond: slices.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99Ms: p99(slices),
    queueWaiting: queue.waiting,
    queueFailed: queue.failed,
    queueOldestAt: queue.oldestAt,
    clicksPending: clicks.pending,
    clicksHeld: clicks.held,
    judgedPerSecond: judged / 60,
    validShare: judged === 0 ? null : valid / judged,
    paidMicrosPerMinute: paidMicros,
    movedMicrosPerMinute: Object.fromEntries(moved.map(({ kind, micros }) => [kind, micros])),
    withdrawalsPending: withdrawals.pending,
    withdrawalsHeld: withdrawals.held,
    problems: status.problems,
  };
}

/** Returns the upper bound of the 99th percentile, at most the highest finite bound. Null without visitors. */
function p99(slices: Slice[]): number | null {
  const countAt = (index: number) =>
    slices.reduce((sum, { durations }) => sum + (durations[index]?.count ?? 0), 0);
  const bounds = slices[0]?.durations ?? [];
  const total = countAt(bounds.length - 1);
  if (total === 0) return null;
  const index = bounds.findIndex((_, bound) => countAt(bound) >= total * 0.99);
  return bounds[index]?.upToMs ?? bounds.at(-2)?.upToMs ?? null;
}
