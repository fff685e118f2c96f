import { randomUUID } from "node:crypto";
import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import type { Sql } from "@fairclick/sql/db/client";

/** Adds a shadow of a new operator that judges clicks of 30 days. Returns its id. */
export async function addShadow(
  owner: Sql,
  { policy, startedAt }: { policy: Policy; startedAt: Date },
): Promise<string> {
  const [id, operatorId] = [randomUUID(), randomUUID()];
  await owner`insert into operators (id, name) values (${operatorId}, ${operatorId})`;
  await owner`
    insert into policy_shadows
      (id, rules_version, base_version, policy, reason, started_by, started_at, until)
    values (${id}, ${release.version}, ${release.version}, ${owner.json(policy)}, 'why', ${operatorId},
      ${startedAt}, ${startedAt}::timestamptz + interval '30 days')`;
  return id;
}
