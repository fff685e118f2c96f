import type { Click } from "@fairclick/core/clicks/click";
import { policy } from "@fairclick/core/clicks/policy";
import { addShadow } from "@fairclick/services/clicks/testing/add-shadow";
import type { Sql } from "@fairclick/sql/db/client";
import { timeWorker, type WorkerTimes } from "./time-worker";

const DAY_MS = 24 * 3_600_000;

/** A policy with other limits than the active one, the larger ones with more facts to read. */
const tried = { ...policy, burstClicks: 20, addressClicks: 5, networkClicks: 8 };

/** Measures a worker that judges all clicks also by a shadow. Throws if the shadow did not judge them all. */
export async function timeBesideShadow(
  { owner }: { owner: Sql },
  stores: Parameters<typeof timeWorker>[0],
  clicks: readonly Click[],
): Promise<WorkerTimes> {
  await addShadow(owner, { policy: tried, startedAt: new Date(Date.now() - 20 * DAY_MS) });
  const times = await timeWorker(stores, clicks);
  const [judged] = await owner<{ clicks: number }[]>`
    select coalesce(sum(clicks), 0)::float8 as clicks from policy_shadow_outcomes`;
  await owner`delete from policy_shadows`;
  if (judged?.clicks === clicks.length) return times;
  throw new Error(`The shadow judged ${judged?.clicks} of ${clicks.length} clicks`);
}
