import { reasonCategory } from "@fairclick/core/clicks/reasons";
import type { UserId } from "@fairclick/core/ids";
import { creatorDigest } from "@fairclick/core/notices/digest-notices";
import type { Week } from "@fairclick/core/notices/iso-week";
import type { Tx } from "@fairclick/sql/db/client";
import {
  type LinkWeek,
  listLinkWeeks,
  listReasonWeeks,
  type ReasonWeek,
} from "@fairclick/sql/notices/digests";
import type { Ctx } from "../../context";
import { notifyEach } from "../notify";

/** Categories beyond these are not listed; the sum counts them. */
const MAX_CATEGORIES = 5;

/** Writes one digest per creator with judged clicks in the week. */
export async function writeCreatorDigests(
  tx: Tx,
  ctx: Pick<Ctx, "now">,
  { users, week }: { users: UserId[]; week: Week },
): Promise<void> {
  const links = Map.groupBy(await listLinkWeeks(tx, { users, ...week }), ({ userId }) => userId);
  const reasons = Map.groupBy(
    await listReasonWeeks(tx, { users, ...week }),
    ({ userId }) => userId,
  );
  const notices = [...links].map(([to, own]) => ({
    to,
    data: {
      monday: week.from.toISOString(),
      ...sumLinks(own),
      reasons: listCategories(reasons.get(to) ?? []),
    },
    key: week.name,
  }));
  await notifyEach(tx, ctx, creatorDigest, notices);
}

/** `links` are sorted by earnings, highest first. */
function sumLinks(links: readonly LinkWeek[]) {
  const [first] = links;
  return {
    valid: links.reduce((total, { valid }) => total + valid, 0),
    earnedMicros: links.reduce((total, { micros }) => total + micros, 0n),
    refused: links.reduce((total, { invalid }) => total + invalid, 0),
    best:
      first && first.valid > 0
        ? { name: first.name, clicks: first.valid, micros: first.micros }
        : null,
  };
}

/** Returns the categories that creators see, most clicks first. */
function listCategories(reasons: readonly ReasonWeek[]) {
  const byCategory = Map.groupBy(reasons, ({ reason }) => reasonCategory(reason));
  return [...byCategory]
    .map(([category, found]) => ({
      category,
      clicks: found.reduce((total, { clicks }) => total + clicks, 0),
    }))
    .sort((a, b) => b.clicks - a.clicks)
    .slice(0, MAX_CATEGORIES);
}
