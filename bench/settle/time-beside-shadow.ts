import { randomUUID } from "node:crypto";
import type { Click } from "@fairclick/core/clicks/click";
import { policy } from "@fairclick/core/clicks/policy";
import type { Sql } from "@fairclick/sql/db/client";
import { timeWorker, type WorkerTimes } from "./time-worker";

/** A policy with other limits than the active one, the larger ones with more facts to read. */
const tried = { ...policy, burstClicks: 20, addressClicks: 5, networkClicks: 8 };

/** Measures a worker that judges all clicks also by a shadow. Throws if the shadow did not judge them all. */
export async function timeBesideShadow(
  { owner }: { owner: Sql },
  stores: Parameters<typeof timeWorker>[0],
  clicks: readonly Click[],
): Promise<WorkerTimes> {
  const [operatorId, id] = [randomUUID(), randomUUID()];
  await owner`insert into operators (id, name) values (${operatorId}, ${operatorId})`;
  await owner`
    insert into policy_shadows
      (id, rules_version, base_version, policy, reason, started_by, started_at, until)
    values (${id}, ${policy.version}, ${policy.version}, ${owner.json(tried)}, 'bench', ${operatorId},
      now() - interval '20 days', now() + interval '1 day')`;
  const times = await timeWorker(stores, clicks);
  const [judged] = await owner<{ clicks: number }[]>`
    select coalesce(sum(clicks), 0)::float8 as clicks from policy_shadow_outcomes`;
  await owner`delete from policy_shadows`;
  if (judged?.clicks === clicks.length) return times;
  throw new Error(`The shadow judged ${judged?.clicks} of ${clicks.length} clicks`);
}
