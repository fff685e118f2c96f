import { SAMPLED_CLICKS, type ShadowFigures } from "@fairclick/core/clicks/shadow-tally";
import { arrayLiteral } from "../../db/array-literal";
import type { Tx } from "../../db/client";
import { type Compared, decisionColumns } from "./decision-columns";

/** Max links that are counted per shard; differences of further links are only in the outcomes. */
const MAX_LINKS = 10_000;

type Counted = ShadowFigures & { shadowId: string; shard: number };

/**
 * Adds the outcomes of a batch. Only one transaction at a time settles a shard, so that no other one
 * writes its rows.
 */
export async function addShadowFigures(tx: Tx, counted: Counted): Promise<void> {
  if (counted.outcomes.length === 0) return;
  const before = await addOutcomes(tx, counted);
  if (counted.links.length === 0) return;
  await addLinks(tx, counted);
  const sampled = counted.outcomes.flatMap(({ from, to, sample }) =>
    sample
      .slice(0, Math.max(0, SAMPLED_CLICKS - (before.get(outcomeKey({ from, to })) ?? 0)))
      .map((click) => ({ from, to, click })),
  );
  if (sampled.length > 0) await addSample(tx, { shadowId: counted.shadowId, sampled });
}

/** Returns how many clicks each outcome had before. */
async function addOutcomes(tx: Tx, { shadowId, shard, outcomes }: Counted) {
  const rows = await tx<(Compared & { clicks: number })[]>`
    /* shadowFigures.addOutcomes */
    with judged as (
      update policy_shadow_misses set in_a_row = 0
      where shadow_id = ${shadowId} and shard = ${shard} and in_a_row > 0
    )
    insert into policy_shadow_outcomes as kept (
      shadow_id, shard, from_verdict, from_reason, to_verdict, to_reason, clicks, micros
    )
    select ${shadowId}::uuid, ${shard}::smallint, * from unnest(
      ${arrayLiteral(outcomes.map(({ from }) => from.verdict))}::text[],
      ${arrayLiteral(outcomes.map(({ from }) => from.reason))}::text[],
      ${arrayLiteral(outcomes.map(({ to }) => to.verdict))}::text[],
      ${arrayLiteral(outcomes.map(({ to }) => to.reason))}::text[],
      ${arrayLiteral(outcomes.map(({ clicks }) => clicks))}::bigint[],
      ${arrayLiteral(outcomes.map(({ micros }) => micros.toString()))}::bigint[]
    )
    on conflict (shadow_id, shard, from_verdict, from_reason, to_verdict, to_reason) do update
    set clicks = kept.clicks + excluded.clicks, micros = kept.micros + excluded.micros
    returning ${decisionColumns(tx)}, clicks::float8`;
  const added = new Map(outcomes.map((outcome) => [outcomeKey(outcome), outcome.clicks]));
  return new Map(
    rows.map((row) => {
      const key = outcomeKey(row);
      return [key, row.clicks - (added.get(key) ?? 0)];
    }),
  );
}

/** Known links are always counted, further ones up to `MAX_LINKS`. */
async function addLinks(tx: Tx, { shadowId, shard, links }: Counted): Promise<void> {
  await tx`
    /* shadowFigures.addLinks */
    insert into policy_shadow_links as kept (
      shadow_id, shard, campaign_id, creator_id, clicks, micros
    )
    select ${shadowId}::uuid, ${shard}::smallint, campaign_id, creator_id, clicks, micros from (
      select given.*, known.shadow_id is not null as is_known,
        row_number() over (partition by known.shadow_id is null) as place
      from unnest(
        ${arrayLiteral(links.map(({ campaignId }) => campaignId))}::uuid[],
        ${arrayLiteral(links.map(({ creatorId }) => creatorId))}::uuid[],
        ${arrayLiteral(links.map(({ clicks }) => clicks))}::bigint[],
        ${arrayLiteral(links.map(({ micros }) => micros.toString()))}::bigint[]
      ) as given (campaign_id, creator_id, clicks, micros)
      left join policy_shadow_links known on known.shadow_id = ${shadowId}
        and known.shard = ${shard}::smallint and known.campaign_id = given.campaign_id
        and known.creator_id = given.creator_id
    ) link
    where is_known or place <= ${MAX_LINKS} - (
      select count(*) from policy_shadow_links
      where shadow_id = ${shadowId} and shard = ${shard}::smallint
    )
    on conflict (shadow_id, shard, campaign_id, creator_id) do update
    set clicks = kept.clicks + excluded.clicks, micros = kept.micros + excluded.micros`;
}

type Sampled = Compared & { click: { id: string; at: number } };

async function addSample(
  tx: Tx,
  { shadowId, sampled }: { shadowId: string; sampled: readonly Sampled[] },
): Promise<void> {
  await tx`
    /* shadowFigures.addSample */
    insert into policy_shadow_clicks (
      shadow_id, click_id, clicked_at, from_verdict, from_reason, to_verdict, to_reason
    )
    select ${shadowId}::uuid, id, timestamptz 'epoch' + at * interval '1 millisecond',
      from_verdict, from_reason, to_verdict, to_reason
    from unnest(
      ${arrayLiteral(sampled.map(({ click }) => click.id))}::uuid[],
      ${arrayLiteral(sampled.map(({ click }) => click.at))}::float8[],
      ${arrayLiteral(sampled.map(({ from }) => from.verdict))}::text[],
      ${arrayLiteral(sampled.map(({ from }) => from.reason))}::text[],
      ${arrayLiteral(sampled.map(({ to }) => to.verdict))}::text[],
      ${arrayLiteral(sampled.map(({ to }) => to.reason))}::text[]
    ) as given (id, at, from_verdict, from_reason, to_verdict, to_reason)
    on conflict do nothing`;
}

function outcomeKey({ from, to }: Compared): string {
  return `${from.verdict} ${from.reason} ${to.verdict} ${to.reason}`;
}
