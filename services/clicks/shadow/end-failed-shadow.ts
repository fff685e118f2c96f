import { endShadow } from "@fairclick/sql/clicks/shadow/policy-shadows";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { writeAudit } from "../../operations/write-audit";

/** The most characters of a failure that the database stores. */
const MAX_FAILURE = 500;

/** Describes an error as the database can store it. */
export function toFailure(what: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return cutFailure(`${what}: ${why}`);
}

function cutFailure(text: string): string {
  return text.slice(0, MAX_FAILURE).toWellFormed();
}

/** Ends a shadow that cannot judge further, with the reason. Does nothing if it has ended already. */
export async function endFailedShadow(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { id, failure: text }: { id: string; failure: string },
): Promise<void> {
  const failure = cutFailure(text);
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
