import type { ObjectionState } from "@fairclick/core/clicks/objections";
import type { ObjectedFilter } from "@fairclick/core/clicks/objections-schema";
import type { FinalVerdict } from "@fairclick/core/clicks/signal";
import type { CampaignId, OperatorId, UserId } from "@fairclick/core/ids";
import type { Queryable, Tx } from "../db/client";

export type NewObjection = {
  id: string;
  campaignId: CampaignId;
  text: string;
  filter: ObjectedFilter | null;
  clicks: { id: string; clickedAt: Date }[];
  micros: bigint;
  at: Date;
};

/** The campaign must be locked, so that no other objection names the same clicks. */
export async function insertObjection(tx: Tx, objection: NewObjection): Promise<void> {
  const { id, campaignId, text, filter, clicks, micros, at } = objection;
  await tx`
    /* objections.insertObjection */
    insert into click_objections (id, campaign_id, text, filter, clicks, micros, objected_at)
    values (${id}, ${campaignId}, ${text}, ${filter && tx.json(filter)}, ${clicks.length}, ${micros}, ${at})`;
  await tx`
    /* objections.insertClicks */
    insert into click_objection_clicks (click_id, clicked_at, objection_id)
    select click_id, clicked_at, ${id} from unnest(
      ${clicks.map((click) => click.id)}::uuid[],
      ${clicks.map((click) => click.clickedAt.toISOString())}::timestamptz[]
    ) as click (click_id, clicked_at)`;
}

export async function countOpenObjections(db: Queryable, campaignId: CampaignId): Promise<number> {
  const [row] = await db<{ objections: number }[]>`
    /* objections.countOpenObjections */
    select count(*)::int as objections from click_objections
    where campaign_id = ${campaignId} and state = 'open'`;
  return row?.objections ?? 0;
}

/** Returns those of the clicks that were objected to before. */
export async function listObjectedIds(db: Queryable, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    /* objections.listObjectedIds */
    select click_id as id from click_objection_clicks where click_id = any (${ids}::uuid[])`;
  return rows.map(({ id }) => id);
}

export type ObjectionRow = {
  id: string;
  campaignId: CampaignId;
  campaign: string;
  developerId: UserId;
  developer: string;
  text: string;
  filter: ObjectedFilter | null;
  clicks: number;
  micros: bigint;
  objectedAt: Date;
  state: ObjectionState;
  answer: string | null;
  answeredBy: string | null;
  answeredAt: Date | null;
  reversedClicks: number;
  reversedMicros: bigint;
};

function objectionColumns(db: Queryable) {
  return db`
    o.id, o.campaign_id, c.name as campaign, c.developer_id,
    u.username as developer, o.text, o.filter, o.clicks, o.micros, o.objected_at,
    o.state, o.answer, p.name as answered_by, o.answered_at,
    o.reversed_clicks, o.reversed_micros
    from click_objections o
    join campaigns c on c.id = o.campaign_id
    join users u on u.id = c.developer_id
    left join operators p on p.id = o.answered_by`;
}

/** Lists a campaign's objections, newest first. */
export async function listObjectionsOfCampaign(
  db: Queryable,
  { campaignId, cursor, limit }: { campaignId: CampaignId; cursor: string | null; limit: number },
): Promise<ObjectionRow[]> {
  return db<ObjectionRow[]>`
    /* objections.listObjectionsOfCampaign */
    select ${objectionColumns(db)}
    where o.campaign_id = ${campaignId} ${cursor ? db`and o.id < ${cursor}` : db``}
    order by o.id desc limit ${limit}`;
}

export type ObjectionRecord = {
  upheld: number;
  dismissed: number;
  /** Clicks of the campaign to which its developer has objected, and all its valid clicks. */
  objectedClicks: number;
  validClicks: number;
};
export type RecordedObjectionRow = ObjectionRow & ObjectionRecord;

/** Lists open objections oldest first, the order in which to answer them; others newest first. */
export async function listObjections(
  db: Queryable,
  { state, cursor, limit }: { state: ObjectionState; cursor: string | null; limit: number },
): Promise<RecordedObjectionRow[]> {
  const page =
    state === "open"
      ? db`${cursor ? db`and o.id > ${cursor}` : db``} order by o.id limit ${limit}`
      : db`${cursor ? db`and o.id < ${cursor}` : db``} order by o.id desc limit ${limit}`;
  return withRecords(db, db`o.state = ${state} ${page}`);
}

export async function findObjection(
  db: Queryable,
  id: string,
): Promise<RecordedObjectionRow | null> {
  const [row] = await withRecords(db, db`o.id = ${id}`);
  return row ?? null;
}

function withRecords(db: Queryable, condition: ReturnType<Queryable>) {
  return db<RecordedObjectionRow[]>`
    /* objections.listObjections */
    select r.*, o.* from (select ${objectionColumns(db)} where ${condition}) o
    cross join lateral (
      select count(*) filter (where e.state = 'upheld')::int as upheld,
        count(*) filter (where e.state = 'dismissed')::int as dismissed,
        coalesce(sum(e.clicks) filter (where e.campaign_id = o.campaign_id), 0)::int as objected_clicks,
        (select coalesce(sum(k.valid), 0)::int from link_outcomes k
          where k.campaign_id = o.campaign_id) as valid_clicks
      from campaigns d join click_objections e on e.campaign_id = d.id
      where d.developer_id = o.developer_id
    ) r`;
}

export type ObjectionClickRow = {
  id: string;
  clickedAt: Date;
  creatorId: UserId;
  creator: string;
  /** Null if the click is no longer kept, like what follows. */
  verdict: FinalVerdict | null;
  country: string | null;
  device: string | null;
  joined: boolean;
  returned: boolean;
};

/** Lists the clicks of an objection that are still kept, newest first. */
export async function listClicksOfObjection(
  db: Queryable,
  { id, limit }: { id: string; limit: number },
): Promise<ObjectionClickRow[]> {
  return db<ObjectionClickRow[]>`
    /* objections.listClicksOfObjection */
    select k.id, k.clicked_at, k.creator_id, u.username as creator,
      k.verdict, k.country, k.device_class as device,
      p.click_id is not null as joined, p.returned_at is not null as returned
    from click_objection_clicks o
    join clicks k on k.id = o.click_id and k.clicked_at = o.clicked_at
    join users u on u.id = k.creator_id
    left join players p on p.click_id = k.id
    where o.objection_id = ${id}
    order by k.clicked_at desc, k.id desc limit ${limit}`;
}

export type LockedObjection = { id: string; campaignId: CampaignId; state: ObjectionState };

export async function lockObjection(tx: Tx, id: string): Promise<LockedObjection | null> {
  const [row] = await tx<LockedObjection[]>`
    /* objections.lockObjection */
    select id, campaign_id, state from click_objections where id = ${id} for update`;
  return row ?? null;
}

/** Returns the ids of an objection's clicks, and the span of their times. */
export async function getClickSpan(
  tx: Tx,
  id: string,
): Promise<{ ids: string[]; from: Date | null; to: Date | null }> {
  const rows = await tx<{ id: string; clickedAt: Date }[]>`
    /* objections.getClickSpan */
    select click_id as id, clicked_at from click_objection_clicks
    where objection_id = ${id}`;
  const times = rows.map(({ clickedAt }) => clickedAt.getTime());
  return {
    ids: rows.map((row) => row.id),
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times) + 1),
  };
}

export type ObjectionOutcome = {
  id: string;
  state: "upheld" | "dismissed";
  answer: string;
  operatorId: OperatorId;
  at: Date;
  reversedClicks: number;
  reversedMicros: bigint;
};

export async function updateObjectionAnswer(tx: Tx, outcome: ObjectionOutcome): Promise<void> {
  const updated = await tx`
    /* objections.updateObjectionAnswer */
    update click_objections set state = ${outcome.state}, answer = ${outcome.answer},
      answered_by = ${outcome.operatorId}, answered_at = ${outcome.at},
      reversed_clicks = ${outcome.reversedClicks}, reversed_micros = ${outcome.reversedMicros}
    where id = ${outcome.id} and state = 'open'`;
  if (updated.count !== 1) throw new Error("The objection was answered by somebody else");
}
