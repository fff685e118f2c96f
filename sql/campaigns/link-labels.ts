import type { Queryable, Tx } from "../db/client";
import type { LinkKey } from "./links";

export type LinkLabels = {
  code: string;
  labels: string[];
  /** Number of labels ever added, removed ones included. */
  added: number;
};

export async function findLinkLabels(
  db: Queryable,
  { campaignId, creatorId }: LinkKey,
): Promise<LinkLabels | null> {
  const [row] = await db<LinkLabels[]>`
    /* linkLabels.find */
    select code, labels, labels_added as added from links
    where campaign_id = ${campaignId} and creator_id = ${creatorId}`;
  return row ?? null;
}

export async function lockLinkLabels(
  tx: Tx,
  { campaignId, creatorId }: LinkKey,
): Promise<LinkLabels | null> {
  const [row] = await tx<LinkLabels[]>`
    /* linkLabels.lock */
    select code, labels, labels_added as added from links
    where campaign_id = ${campaignId} and creator_id = ${creatorId} for no key update`;
  return row ?? null;
}

export async function updateLinkLabels(
  tx: Tx,
  link: LinkKey & Pick<LinkLabels, "labels" | "added">,
): Promise<void> {
  await tx`
    /* linkLabels.update */
    update links set labels = ${link.labels}, labels_added = ${link.added}
    where campaign_id = ${link.campaignId} and creator_id = ${link.creatorId}`;
}

export type LabelSumsRow = {
  label: string;
  valid: bigint;
  invalid: bigint;
  held: bigint;
  unpaid: bigint;
  paidMicros: bigint;
};

/** Sums the judged clicks of a link by label, sorted by label. */
export async function listLabelSums(
  db: Queryable,
  { campaignId, creatorId }: LinkKey,
): Promise<LabelSumsRow[]> {
  return db<LabelSumsRow[]>`
    /* linkLabels.listSums */
    select value as label, sum(valid)::bigint as valid, sum(invalid)::bigint as invalid,
      sum(held)::bigint as held, sum(unpaid)::bigint as unpaid,
      sum(paid_micros)::bigint as "paidMicros"
    from click_days
    where campaign_id = ${campaignId} and creator_id = ${creatorId} and dimension = 'label'
    group by value order by value limit 100`;
}
