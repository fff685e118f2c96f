import { randomUUID } from "node:crypto";
import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { addPendingClicks } from "../../testing/marketplace";

type Visit = { campaignId: string; creatorId: string; at?: Date };

/** Inserts a pending click. */
export async function addClick(db: Db, { at = new Date(), ...link }: Visit): Promise<string> {
  const id = Bun.randomUUIDv7("hex", at);
  await addPendingClicks(db, [{ id, at, ...link }]);
  return id;
}

/** Judges a pending click with this verdict, as settlement does. */
export async function judgeAs(owner: Sql, id: string, verdict: FinalVerdict): Promise<void> {
  const isValid = verdict === "valid";
  await owner`
    with judged as (delete from pending_clicks where id = ${id} returning *)
    insert into clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals,
      recorded_at, verdict, reason, policy_version, settlement_id, transaction_id, price_micros, paid_micros)
    select id, clicked_at, campaign_id, creator_id, device_known, method, signals, recorded_at,
      ${verdict}, ${isValid ? null : "known_bot"}, 1, ${randomUUID()},
      ${isValid ? randomUUID() : null}, 1500, ${isValid ? 1_500 : 0} from judged`;
}

/** Changes a verdict, as an operator's decision does. */
export async function changeVerdict(owner: Sql, id: string, verdict: FinalVerdict): Promise<void> {
  const isValid = verdict === "valid";
  await owner`
    update clicks set verdict = ${verdict}, reason = ${isValid ? null : "known_bot"},
      transaction_id = ${isValid ? randomUUID() : null}, paid_micros = ${isValid ? 1_500 : 0}
    where id = ${id}`;
}
