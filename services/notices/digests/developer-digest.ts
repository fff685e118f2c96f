import type { UserId } from "@fairclick/core/ids";
import { developerDigest } from "@fairclick/core/notices/digest-notices";
import type { Week } from "@fairclick/core/notices/iso-week";
import type { Tx } from "@fairclick/sql/db/client";
import { listDeveloperWeeks } from "@fairclick/sql/notices/digests";
import type { Ctx } from "../../context";
import { notifyEach } from "../notify";

/** Writes one digest per developer with judged clicks in the week. */
export async function writeDeveloperDigests(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { users, week }: { users: UserId[]; week: Week },
): Promise<void> {
  const weeks = await listDeveloperWeeks(tx, { users, ...week });
  const notices = weeks.map(({ userId, ...sums }) => ({
    to: userId,
    data: { monday: week.from.toISOString(), ...sums },
    key: week.name,
  }));
  await notifyEach(tx, ctx, developerDigest, notices);
}
