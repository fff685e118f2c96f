import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { Queryable, Tx } from "../db/client";
import { requireRow } from "../db/require-row";

type Row = { clickRules: ClickRules };

/** Returns the default click rules of campaigns. */
export async function getDefaultClickRules(db: Queryable): Promise<ClickRules> {
  const [row] = await db<Row[]>`
    /* marketplaceSettings.getDefaultClickRules */
    select click_rules as "clickRules" from marketplace_settings`;
  return requireRow(row, "the marketplace's settings").clickRules;
}

export async function lockDefaultClickRules(tx: Tx): Promise<ClickRules> {
  const [row] = await tx<Row[]>`
    /* marketplaceSettings.lockDefaultClickRules */
    select click_rules as "clickRules" from marketplace_settings for update`;
  return requireRow(row, "the marketplace's settings").clickRules;
}

export async function updateDefaultClickRules(tx: Tx, clickRules: ClickRules): Promise<void> {
  await tx`
    /* marketplaceSettings.updateDefaultClickRules */
    update marketplace_settings set click_rules = ${clickRules}`;
}
