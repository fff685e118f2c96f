import { decideAddress } from "@fairclick/core/clicks/decide-address";
import { type Policy, policy as release } from "@fairclick/core/clicks/policy";
import { findAddressFacts, type IpData } from "@fairclick/core/ip/ip-data";
import { findJudgedUpTo } from "@fairclick/sql/clicks/judged-up-to";
import {
  type ClickToReview,
  deleteOldProposals,
  findReviewPlace,
  insertProposals,
  listClicksToReview,
  type ReviewPlace,
  storeReviewPlace,
} from "@fairclick/sql/clicks/reversal-proposals";
import { withTx } from "@fairclick/sql/db/tx";
import type { Ctx } from "../../context";
import { getPolicyAt } from "../policy/read-policy";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Older clicks are not looked up again. */
const REVIEWED_HOURS = 72;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";
const SLICE = 2_000;
/** Max slices per run; the next run continues. */
const MAX_SLICES = 200;

type Review = { ipData: IpData; depositHoldHours: number; maxSlices?: number };

/**
 * Looks the addresses of recent clicks up again after the address data changed, and proposes the
 * reversal of paid clicks that would be invalid now, while their earnings wait. Reverses nothing.
 * Safe to run twice and concurrently. Returns the number of new proposals.
 */
export async function reviewAddresses(ctx: Ctx, review: Review): Promise<number> {
  const { ipData, depositHoldHours, maxSlices = MAX_SLICES } = review;
  const { version } = ipData;
  const hours = Math.min(REVIEWED_HOURS, depositHoldHours);
  const judgedUpTo = await findJudgedUpTo(ctx.db.sql);
  if (version === null || hours === 0 || !judgedUpTo) return 0;
  const since = new Date(ctx.now().getTime() - hours * HOUR_MS);
  await deleteOldProposals(ctx.db.sql, new Date(since.getTime() - DAY_MS));
  let place = startOfReview(await findReviewPlace(ctx.db.sql), version, since);
  const { windowSeconds } = release;
  const { effects } = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
  let proposed = 0;
  for (let slice = 0; slice < maxSlices && place.day <= dayOf(judgedUpTo); slice += 1) {
    const { day, clickId: afterId } = place;
    const clicks = await listClicksToReview(ctx.db.sql, {
      ...{ day, afterId, before: judgedUpTo },
      limit: SLICE,
    });
    const last = clicks.at(-1);
    const proposals = clicks.flatMap((click) =>
      click.clickedAt > since ? proposeReversal(click, { ipData, version, effects }) : [],
    );
    if (last) place = { ...place, clickId: last.id };
    else if (day === dayOf(judgedUpTo)) return proposed;
    else place = { ...place, day: dayAfter(day), clickId: FIRST_ID };
    const reached = place;
    proposed += await withTx(ctx.db, async (tx) => {
      await storeReviewPlace(tx, reached);
      return proposals.length === 0 ? 0 : insertProposals(tx, proposals, ctx.now());
    });
  }
  return proposed;
}

function startOfReview(last: ReviewPlace | null, version: number, since: Date): ReviewPlace {
  const first = dayOf(since);
  if (last?.ipDataVersion === version && last.day >= first) return last;
  return { ipDataVersion: version, day: first, clickId: FIRST_ID };
}

type Known = { ipData: IpData; version: number; effects: Policy["effects"] };

function proposeReversal(click: ClickToReview, { ipData, version, effects }: Known) {
  if (click.verdict !== "valid" || click.ip === null || click.ipDataVersion === version) return [];
  const decided = decideAddress(click, findAddressFacts(ipData, click.ip));
  if (!decided || effects[decided.signal] !== "invalid") return [];
  return [{ ...decided, clickId: click.id, clickedAt: click.clickedAt, ipDataVersion: version }];
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return dayOf(new Date(Date.parse(day) + DAY_MS));
}
