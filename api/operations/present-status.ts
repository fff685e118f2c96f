import type { Status } from "@fairclick/core/operations/work";
import type { MarketplaceStatus } from "@fairclick/services/operations/todo";
import type { Registry } from "prom-client";
import { DURATIONS_METRIC } from "../redirect/durations";

/** Presents the status. Redirects and durations are those of this process only. */
export async function presentStatus(
  { at, market, moved, queue, problems }: MarketplaceStatus,
  metrics: Registry,
): Promise<Omit<Status, "process">> {
  const { pending, held, withdrawalsPending, withdrawalsHeld, judged, valid } = market;
  const durations = await readDurations(metrics);
  return {
    at: at.toISOString(),
    redirects: durations.at(-1)?.count ?? 0,
    durations,
    queue: { ...queue, oldestAt: queue.oldestAt?.toISOString() ?? null },
    clicks: { pending, held },
    withdrawals: { pending: withdrawalsPending, held: withdrawalsHeld },
    lastMinute: {
      judged,
      valid,
      paidMicros: market.paidMicros.toString(),
      moved: moved.map(({ kind, micros }) => ({ kind, micros: micros.toString() })),
    },
    problems,
  };
}

async function readDurations(metrics: Registry): Promise<Status["durations"]> {
  const metric = await metrics.getSingleMetric(DURATIONS_METRIC)?.get();
  return (metric?.values ?? []).map(({ labels, value }) => {
    const seconds = Number(labels.le);
    return { upToMs: Number.isFinite(seconds) ? seconds * 1_000 : null, count: value };
  });
}
