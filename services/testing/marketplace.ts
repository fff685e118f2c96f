import { randomUUID } from "node:crypto";
import { type Audience, everybody } from "@fairclick/core/campaigns/audience";
import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import { clickFee } from "@fairclick/core/campaigns/prices";
import type { Signal } from "@fairclick/core/clicks/signal";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { openAccounts, postTransaction } from "@fairclick/sql/money/ledger";

const MICROS_PER_CENT = 10_000n;

/**
 * Adds a user with all accounts and at least `walletMicros` in the wallet: deposits are whole
 * cents.
 */
export async function addUser(
  db: Db,
  walletMicros = 0n,
  id: string = randomUUID(),
): Promise<string> {
  await withTx(db, async (tx) => {
    await tx`
      insert into users (id, username, email, password_hash)
      values (${id}, ${id}, ${`${id}@example.test`}, 'none')`;
    await openAccounts(tx, id, ["wallet", "earnings", "in_transit"]);
    if (walletMicros > 0n) await deposit(tx, { userId: id, micros: walletMicros });
  });
  return id;
}

/** Adds a paid deposit, rounded up to whole cents. */
export function addDeposit(db: Db, given: { userId: string; micros: bigint }): Promise<void> {
  return withTx(db, (tx) => deposit(tx, given));
}

async function deposit(tx: Tx, { userId, micros }: { userId: string; micros: bigint }) {
  const id = randomUUID();
  const amount = ((micros + MICROS_PER_CENT - 1n) / MICROS_PER_CENT) * MICROS_PER_CENT;
  await tx`
    insert into deposits (id, user_id, amount_micros, status, checkout_session_id, payment_intent_id,
      completed_at)
    values (${id}, ${userId}, ${amount}, 'completed', ${`cs_${id}`}, ${`pi_${id}`}, now())`;
  await postTransaction(tx, {
    kind: "deposit",
    idempotencyKey: `stripe:cs:cs_${id}`,
    reference: `deposit:${id}`,
    entries: [
      { account: { kind: "stripe_clearing" }, micros: -amount },
      { account: { kind: "wallet", ownerId: userId }, micros: amount },
    ],
  });
}

export type NewCampaign = {
  id?: string;
  payoutMicros?: bigint;
  feeBasisPoints?: number;
  budgetMicros?: bigint;
  startsAt?: Date;
  endsAt?: Date;
  funded?: boolean;
  gameUrl?: string;
  clickRules?: ClickRules;
  audience?: Audience;
};

export type TestCampaign = { id: string; developerId: string; payoutMicros: bigint };

/** Adds a campaign with a developer of its own; its budget is reserved by default. */
export async function addCampaign(db: Db, given: NewCampaign = {}): Promise<TestCampaign> {
  const { id = randomUUID(), payoutMicros = 1_500n, feeBasisPoints = 0, funded = true } = given;
  const costMicros = payoutMicros + clickFee(feeBasisPoints, payoutMicros);
  const { budgetMicros = costMicros * 10_000n } = given;
  const { audience = everybody } = given;
  const developerId = await addUser(db, budgetMicros);
  await withTx(db, async (tx) => {
    await tx`
      insert into campaigns (id, developer_id, name, game_title, description, game_url,
        target_audience, genres, hashtags, conversion_tips, fee_basis_points, budget_micros,
        starts_at, ends_at, funded_at, click_rules, audience_countries, audience_devices)
      values (${id}, ${developerId}, 'Obby', 'Obby', 'A game',
        ${given.gameUrl ?? "https://game.example"}, 'all',
        '{Obby}', '{}', 'Play it', ${feeBasisPoints}, ${budgetMicros},
        ${given.startsAt ?? new Date("2000-01-01")}, ${given.endsAt ?? new Date("2100-01-01")},
        ${funded ? new Date("2000-01-01") : null}, ${given.clickRules ?? "literal"},
        ${audience.countries && [...audience.countries]}, ${audience.devices && [...audience.devices]})`;
    await tx`
      insert into campaign_prices (campaign_id, starts_at, payout_micros)
      values (${id}, '-infinity', ${payoutMicros})`;
    await openAccounts(tx, id, ["escrow"]);
    if (!funded) return;
    await postTransaction(tx, {
      kind: "reserve",
      idempotencyKey: `reserve:${id}`,
      reference: `campaign:${id}`,
      entries: [
        { account: { kind: "wallet", ownerId: developerId }, micros: -budgetMicros },
        { account: { kind: "escrow", ownerId: id }, micros: budgetMicros },
      ],
    });
  });
  return { id, developerId, payoutMicros };
}

export type TestClick = {
  id?: string;
  at: Date;
  campaignId: string;
  creatorId: string;
  ipKey?: string;
  deviceKey?: string;
  /** Weak key of a known device. */
  weakKey?: string;
  /** Whether the device is known by its cookie; true by default. */
  deviceKnown?: boolean;
  /** `phone` by default. */
  deviceClass?: string;
  signals?: Signal[];
  country?: string | null;
  referrerHost?: string;
  userAgent?: string | null;
  referrer?: string | null;
  asn?: number | null;
  linkName?: string;
};

/**
 * Inserts pending clicks, as `record-clicks` does; without keys each comes from another visitor.
 */
export async function addPendingClicks(db: Db, clicks: TestClick[]): Promise<string[]> {
  const ids = clicks.map((click) => click.id ?? Bun.randomUUIDv7("hex", click.at));
  await db.sql`
    insert into pending_clicks (id, clicked_at, campaign_id, creator_id, ip, ip_key, device_key,
      device_known, weak_key, method, signals, country, device_class, browser, referrer_host, link_name, user_agent, referrer, asn)
    select id, at, campaign_id, creator_id, host(ip_key)::inet, ip_key, device_key, device_known::boolean, weak_key, 'GET', signals::jsonb,
      country, device_class, 'Chrome', referrer_host, link_name, user_agent, referrer, asn::int
    from unnest(
      ${ids}::uuid[], ${clicks.map((click) => click.at.toISOString())}::timestamptz[],
      ${clicks.map((click) => click.campaignId)}::uuid[],
      ${clicks.map((click) => click.creatorId)}::uuid[],
      ${clicks.map((click) => click.ipKey ?? someAddress())}::inet[],
      ${clicks.map((click) => click.deviceKey ?? randomUUID())}::text[],
      ${clicks.map((click) => String(click.deviceKnown ?? true))}::text[],
      ${clicks.map((click) => click.weakKey ?? null)}::text[],
      ${clicks.map((click) => JSON.stringify(click.signals ?? []))}::text[],
      ${clicks.map((click) => click.country ?? null)}::text[],
      ${clicks.map((click) => click.referrerHost ?? "direct")}::text[],
      ${clicks.map((click) => click.deviceClass ?? "phone")}::text[],
      ${clicks.map((click) => click.linkName ?? null)}::text[],
      ${clicks.map((click) => click.userAgent ?? null)}::text[],
      ${clicks.map((click) => click.referrer ?? null)}::text[],
      ${clicks.map((click) => click.asn?.toString() ?? null)}::text[]
    ) as click (id, at, campaign_id, creator_id, ip_key, device_key, device_known, weak_key, signals, country, referrer_host, device_class, link_name, user_agent, referrer, asn)`;
  return ids;
}

function someAddress(): string {
  const [a = "0", b = "0", c = "0"] = randomUUID().replaceAll("-", "").match(/.{4}/g) ?? [];
  return `2001:db8:${a}:${b}:${c}::/64`;
}
