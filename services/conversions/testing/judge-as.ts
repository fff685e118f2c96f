import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import { decideClicks, listClicksById, recountClicks } from "@fairclick/sql/clicks/click-decisions";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireOperator } from "../../changes";
import { judgeClicks } from "../../testing/counted-clicks";
import { addPendingClicks } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";

type Visit = { campaignId: string; creatorId: string; at?: Date };

/** Inserts a pending click. */
export async function addClick(db: Db, { at = new Date(), ...link }: Visit): Promise<string> {
  const id = Bun.randomUUIDv7("hex", at);
  await addPendingClicks(db, [{ id, at, ...link }]);
  return id;
}

const asOwner = (owner: Sql): Db => ({ sql: owner, transactions: owner, end: async () => {} });

/** Judges a pending click with this verdict, by the statements of settlement. */
export function judgeAs(owner: Sql, id: string, verdict: FinalVerdict): Promise<void> {
  return judgeClicks(asOwner(owner), [{ id, verdict }]);
}

/** Approves or reverses a click, by the statements of an operator's decision; no money moves. */
export async function changeVerdict(
  owner: Sql,
  id: string,
  verdict: "valid" | "invalid",
): Promise<void> {
  const db = asOwner(owner);
  const operatorId = requireOperator(await operatorCtx(db, owner, () => new Date()));
  const action =
    verdict === "valid"
      ? ({ action: "approve", category: null } as const)
      : ({ action: "reverse", category: "other" } as const);
  await withTx(db, async (tx) => {
    const clicks = await listClicksById(tx, { ids: [id], from: null, to: null });
    const act = { actId: Bun.randomUUIDv7(), transactionId: Bun.randomUUIDv7(), operatorId };
    await recountClicks(tx, await decideClicks(tx, { ...act, ...action, clicks }));
  });
}
