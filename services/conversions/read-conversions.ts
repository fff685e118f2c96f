import { unpaidSignals } from "@fairclick/core/clicks/signal";
import {
  JOINED,
  lastCompleteDay,
  type RetentionDay,
  retentionDays,
  returnEvents,
} from "@fairclick/core/conversions/report";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, type CampaignKeyId, type UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { findCampaign } from "@fairclick/sql/campaigns/campaigns";
import { findLink, type LinkRow } from "@fairclick/sql/campaigns/links";
import {
  type CampaignKeyRow,
  type CreatorCountRow,
  countImpressions,
  countUncounted,
  type EventCountRow,
  endCampaignKey,
  findLatestConversion,
  insertCampaignKey,
  type LinkScope,
  listCampaignKeys,
  listCreatorCounts,
  listEventCounts,
  listOwnEvents,
  listRetention,
  type OwnEvent,
  type RetentionRow,
  replaceOwnEvents,
  type WaitingRow,
} from "@fairclick/sql/conversions/conversions";
import { countPlayersJudgedAs } from "@fairclick/sql/conversions/players";
import { withTx } from "@fairclick/sql/db/tx";
import { hashToken, makeCampaignToken } from "../accounts/token";
import {
  type CampaignView,
  campaignNotFound,
  getOwnCampaign,
  linkNotFound,
  lockOwnCampaign,
} from "../campaigns/read-campaigns";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";

const MAX_CREATORS = 1_000;

/** `own` are the event names; `conversion` is the one that counts as the conversion. */
export type EventNames = { own: string[]; conversion: string };
type Figures = {
  events: EventNames;
  counts: EventCountRow[];
  retention: Record<RetentionDay, RetentionRow[]>;
  uncounted: WaitingRow;
};

export type CampaignConversions = Figures & {
  campaign: CampaignView;
  keys: CampaignKeyRow[];
  creators: CreatorCountRow[];
  latest: { event: string; receivedAt: Date } | null;
  freePlayers: bigint;
};

/** Returns conversions per event and creator of the caller's own campaign. */
export async function getCampaignConversions(
  ctx: Ctx,
  campaignId: CampaignId,
): Promise<CampaignConversions> {
  const db = ctx.db.sql;
  const campaign = await getOwnCampaign(ctx, campaignId);
  const figures = await readFigures(ctx, { campaignId, creatorId: null });
  const [keys, creators, latest, freePlayers] = await Promise.all([
    listCampaignKeys(db, campaignId),
    listCreatorCounts(db, { campaignId, event: figures.events.conversion, limit: MAX_CREATORS }),
    findLatestConversion(db, campaignId),
    countPlayersJudgedAs(db, { campaignId, signals: unpaidSignals }),
  ]);
  return { ...figures, campaign, keys, creators, latest, freePlayers };
}

export type LinkConversions = Figures & { link: LinkRow; impressions: bigint };

/** Returns conversions per event of the caller's own link. */
export async function getLinkConversions(
  ctx: Ctx,
  campaignId: CampaignId,
): Promise<LinkConversions> {
  const creatorId = requireUser(ctx);
  if (!(await findCampaign(ctx.db.sql, campaignId))) throw campaignNotFound();
  const link = await findLink(ctx.db.sql, { campaignId, creatorId });
  if (!link) throw linkNotFound();
  const scope = { campaignId, creatorId };
  const [figures, impressions] = await Promise.all([
    readFigures(ctx, scope),
    countImpressions(ctx.db.sql, scope),
  ]);
  return { ...figures, link, impressions };
}

async function readFigures(
  ctx: Pick<Ctx, "db" | "now">,
  scope: LinkScope & { creatorId: UserId | null },
): Promise<Figures> {
  const db = ctx.db.sql;
  const retentionOn = (day: RetentionDay) =>
    listRetention(db, {
      ...scope,
      arrival: JOINED,
      returning: returnEvents[day],
      upToDay: lastCompleteDay(day, ctx.now()),
    });
  const [own, counts, uncounted, ...retention] = await Promise.all([
    listOwnEvents(db, scope.campaignId),
    listEventCounts(db, scope),
    countUncounted(db, scope),
    ...retentionDays.map(retentionOn),
  ]);
  const conversion = own.find((event) => event.isConversion)?.name ?? JOINED;
  const [dayOne = [], daySeven = []] = retention;
  return {
    events: { own: own.map((event) => event.name), conversion },
    counts,
    uncounted,
    retention: { 1: dayOne, 7: daySeven },
  };
}

/**
 * Sets the event names of the caller's campaign, and which one is the conversion. Counts of a
 * removed event are kept.
 */
export async function setEvents(
  ctx: Ctx,
  {
    campaignId,
    names,
    conversion,
  }: { campaignId: CampaignId; names: string[]; conversion: string },
): Promise<void> {
  const events: OwnEvent[] = [...new Set(names)].map((name) => ({
    name,
    isConversion: name === conversion,
  }));
  await withTx(ctx.db, async (tx) => {
    await lockOwnCampaign(tx, ctx, campaignId);
    const before = await listOwnEvents(tx, campaignId);
    await replaceOwnEvents(tx, { campaignId, events });
    await writeAudit(tx, ctx, {
      action: "campaign.set-events",
      subject: `campaign:${campaignId}`,
      before: { events: describe(before) },
      after: { events: describe(events) },
    });
  });
}

function describe(events: OwnEvent[]): string {
  return events
    .map(({ name, isConversion }) => (isConversion ? `${name} (conversion)` : name))
    .join(", ");
}

export const MAX_KEYS = 10;

/** The token is only available here: the database stores its hash. */
export type NewCampaignKey = { key: CampaignKeyRow; token: string };

/** Creates a key for the caller's campaign. Throws `conflict` at the maximum number of keys. */
export async function createKey(
  ctx: Ctx,
  { campaignId, name }: { campaignId: CampaignId; name: string },
): Promise<NewCampaignKey> {
  return withTx(ctx.db, async (tx) => {
    await lockOwnCampaign(tx, ctx, campaignId);
    const keys = await listCampaignKeys(tx, campaignId);
    if (keys.length >= MAX_KEYS) {
      throw new AppError("conflict", t`A campaign has at most ${MAX_KEYS} keys: revoke one first`);
    }
    const token = makeCampaignToken();
    const key = {
      ...{ id: asId<CampaignKeyId>(Bun.randomUUIDv7()), name, createdAt: ctx.now() },
      ...{ lastUsedAt: null, testedAt: null, testedEvent: null },
    };
    await insertCampaignKey(tx, { ...key, campaignId, tokenHash: hashToken(token) });
    await writeAudit(tx, ctx, {
      action: "campaign-key.create",
      subject: `campaign:${campaignId}`,
      after: { keyId: key.id, name },
    });
    return { key, token };
  });
}

type Input = { campaignId: CampaignId; keyId: CampaignKeyId };

/** Revokes a key of the caller's campaign at once. Throws `not_found`. */
export async function revokeKey(ctx: Ctx, { campaignId, keyId }: Input): Promise<void> {
  await withTx(ctx.db, async (tx) => {
    await lockOwnCampaign(tx, ctx, campaignId);
    const name = await endCampaignKey(tx, { id: keyId, campaignId, at: ctx.now() });
    if (name === null) throw new AppError("not_found", t`There is no such key`);
    await writeAudit(tx, ctx, {
      action: "campaign-key.revoke",
      subject: `campaign:${campaignId}`,
      before: { keyId, name },
    });
  });
}

/** Lists the valid keys of the caller's campaign, without their tokens. */
export async function listKeys(ctx: Ctx, campaignId: CampaignId): Promise<CampaignKeyRow[]> {
  await getOwnCampaign(ctx, campaignId);
  return listCampaignKeys(ctx.db.sql, campaignId);
}
