import { endShadow } from "@fairclick/sql/clicks/shadow/policy-shadows";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

/** Ends a shadow that cannot judge further, with the reason. Does nothing if it has ended already. */
export async function endFailedShadow(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { id, failure }: { id: string; failure: string },
): Promise<void> {
  if (!(await endShadow(tx, { id, at: ctx.now(), failure }))) return;
  await writeAudit(
    tx,
    { actor: { kind: "system", job: "settle-clicks" } },
    {
      action: "policy.shadow.end",
      subject: `policy-shadow:${id}`,
      before: { state: "running" },
      after: { state: "failed", failure },
    },
  );
}
