import { setImmediate } from "node:timers/promises";
import type { ClickToJudge, Facts } from "@fairclick/core/clicks/facts";
import { inClickOrder, openJudge } from "@fairclick/core/clicks/judge";
import type { Policy } from "@fairclick/core/clicks/policy";
import { completePolicy } from "@fairclick/core/clicks/policy-versions";
import type { ReplayInput } from "@fairclick/core/clicks/replay";
import type { JudgedClick } from "@fairclick/core/clicks/spending";
import { AppError } from "@fairclick/core/errors";
import { listUserNames } from "@fairclick/sql/clicks/click-decisions";
import type { StoredClick } from "@fairclick/sql/clicks/stored-clicks";
import type { Db } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { getPolicyAt } from "../policy/read-policy";
import { type AddressData, readAddressData } from "../record/read-address-data";
import { readReplay } from "./read-replay";
import { replaySignals } from "./replay-signals";
import { type ReplaySummary, sumReplay } from "./sum-replay";

/** Clicks judged between two yields: the same process responds to visitors. */
const CLICKS_AT_ONCE = 500;

/**
 * Judges the stored clicks of a span again with another policy and today's checks and
 * address data, and sums the differences. Changes nothing; leaves out clicks that operators decided. Throws
 * `validation` if the span is empty, and `too_many_clicks`.
 */
export async function replayClicks(
  ctx: Pick<Ctx, "db" | "now">,
  { from, to, policy: file, windowSeconds }: ReplayInput & { windowSeconds: number },
): Promise<NamedReplay> {
  const span = { from: new Date(from), to: new Date(to) };
  if (span.from >= span.to) throw new AppError("validation", "from must be before to");
  const inForce = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
  const tried = completePolicy(file, inForce);
  let hasLists = false;
  const { stored, facts, budgets } = await readReplay(ctx.db, {
    span,
    policy: tried,
    prepare: async (clicks) => {
      const addressData = await readAddressData(
        ctx.db,
        clicks.flatMap(({ ip }) => ip ?? []),
      );
      hasLists = addressData.hasLists;
      return prepareClicks(clicks, addressData);
    },
  });
  const judged = await judgeInSteps(facts, tried);
  const summary = sumReplay({
    span,
    replayed: stored.map((click) => ({ click, now: judged.get(click.id) ?? null })),
    budgets,
    policies: { inForce, tried },
    hasLists,
  });
  return { ...summary, creators: await nameCreators(ctx.db, summary.creators) };
}

/** Result of a replay, with the creators' names. */
export type NamedReplay = Omit<ReplaySummary, "creators"> & {
  creators: (ReplaySummary["creators"][number] & { username: string })[];
};

async function nameCreators(db: Db, creators: ReplaySummary["creators"]) {
  const ids = creators.map(({ creatorId }) => creatorId);
  const names = new Map((await listUserNames(db.sql, ids)).map(({ id, name }) => [id, name]));
  return creators.map((each) => ({
    ...each,
    username: names.get(each.creatorId) ?? each.creatorId,
  }));
}

async function prepareClicks(stored: readonly StoredClick[], addressData: AddressData) {
  const clicks: ClickToJudge[] = [];
  for (const click of stored) {
    const { id, clickedAt, campaignId, creatorId, ipKey, deviceKey, weakKey } = click;
    const { deviceKnown, deviceClass, country } = click;
    clicks.push({
      ...{
        id,
        campaignId,
        creatorId,
        ipKey,
        deviceKey,
        weakKey,
        deviceKnown,
        deviceClass,
        country,
      },
      at: clickedAt.getTime(),
      signals: replaySignals(click, addressData),
      kept: click.decided ? click.verdict : null,
    });
    if (clicks.length % CLICKS_AT_ONCE === 0) await setImmediate();
  }
  return clicks;
}

async function judgeInSteps(facts: Facts, policy: Policy): Promise<Map<string, JudgedClick>> {
  const judgeClick = openJudge(facts, policy);
  const judged = new Map<string, JudgedClick>();
  for (const [place, click] of facts.clicks.toSorted(inClickOrder).entries()) {
    const now = judgeClick(click);
    if (now) judged.set(click.id, now);
    if (place % CLICKS_AT_ONCE === 0) await setImmediate();
  }
  return judged;
}
