import { clickFee } from "@fairclick/core/campaigns/prices";
import type { FinalVerdict, SignalName } from "@fairclick/core/clicks/signal";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { type FindingFigures, insertFinding } from "@fairclick/sql/clicks/findings";
import { formatUtcDay } from "@fairclick/sql/clicks/retention";
import {
  insertSettlement,
  newSettlementId,
  storeDecisions,
} from "@fairclick/sql/clicks/settlement/batches";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { addPendingClicks, type TestClick } from "./marketplace";

type Judgement = {
  verdict?: FinalVerdict;
  /** Of a click that is not valid: `known_bot`, `vpn` or `outside_audience` by default. */
  reason?: SignalName;
  priceMicros?: bigint;
};

/** `times` is how many clicks like this; 1 by default. */
export type CountedClick = TestClick & Judgement & { times?: number };

const reasons = {
  valid: null,
  invalid: "known_bot",
  held: "vpn",
  unpaid: "outside_audience",
} as const;

/** Adds clicks with these verdicts, and counts them. Returns their ids. */
export async function addCountedClicks(db: Db, clicks: readonly CountedClick[]): Promise<string[]> {
  const each = clicks.flatMap(({ times = 1, ...click }) =>
    Array.from({ length: times }, () => click),
  );
  const ids = await addPendingClicks(db, each);
  await judgeClicks(
    db,
    each.map((click, n) => ({ ...click, id: ids[n] ?? "" })),
  );
  return ids;
}

type Pending = Pick<TestClick, "at" | "campaignId"> & {
  id: string;
  place: string;
  feeBasisPoints: number;
};

/**
 * Gives pending clicks these verdicts and counts them in the statistics, by the statements of settlement. No
 * rule judges them, and nobody is paid.
 */
export async function judgeClicks(
  db: Db,
  judgements: readonly (Judgement & { id: string })[],
): Promise<void> {
  await withTx(db, async (tx) => {
    const pending = await tx<Pending[]>`
      select p.id, p.clicked_at as at, p.campaign_id, p.ctid::text as place,
        coalesce(c.fee_basis_points, 0) as fee_basis_points
      from pending_clicks p left join campaigns c on c.id = p.campaign_id
      where p.id = any (${judgements.map(({ id }) => id)}::uuid[])`;
    const clicks = new Map(pending.map((click) => [click.id, click]));
    const settlementId = newSettlementId();
    const decisions = judgements.map(({ id, verdict = "valid", priceMicros = 1_500n, reason }) => {
      const { campaignId = "", place: rowPlace = "", feeBasisPoints = 0 } = clicks.get(id) ?? {};
      const isValid = verdict === "valid";
      const why = isValid ? null : (reason ?? reasons[verdict]);
      return {
        ...{ id, campaignId, rowPlace, verdict, reason: why, priceMicros, policyVersion: 1 },
        signals: why ? [{ signal: why, evidence: {} }] : [],
        feeMicros: clickFee(feeBasisPoints, priceMicros),
        paidMicros: isValid ? priceMicros : 0n,
        unnamedReferrer: false,
      };
    });
    await storeDecisions(tx, { settlementId, decisions });
    const last = Math.max(...pending.map(({ at }) => at.getTime()));
    await insertSettlement(tx, {
      ...{ id: settlementId, shard: 0, policyVersion: 1, clicks: pending.length },
      ...{ day: formatUtcDay(new Date(last)), watermark: new Date(last) },
      valid: decisions.filter(({ verdict }) => verdict === "valid").length,
      paidMicros: decisions.reduce((sum, { paidMicros }) => sum + paidMicros, 0n),
    });
  });
}

type Finding = Partial<FindingFigures> & {
  campaignId: string;
  creatorId: string;
  at: Date;
  id?: string;
};

/** Adds an open finding about a creator, as the judging of links does; of no clicks by default. Returns its id. */
export async function addFinding(db: Db, given: Finding): Promise<string> {
  const { campaignId, creatorId, at, id = Bun.randomUUIDv7(), ...figures } = given;
  await insertFinding(db.sql, {
    ...{ fromAt: at, toAt: at, clicks: 0, players: 0, usualPlayers: 0, unexplained: 0 },
    ...{
      otherClicks: 0,
      otherPlayers: 0,
      probability: 0.0001,
      isCertain: false,
      waitingMicros: 0n,
    },
    ...figures,
    ...{ id, at, campaignId: asId<CampaignId>(campaignId), creatorId: asId<UserId>(creatorId) },
  });
  return id;
}
