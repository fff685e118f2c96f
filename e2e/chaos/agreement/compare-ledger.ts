import type { Db } from "@fairclick/sql/db/client";
import type { ChaosMarket } from "../market";
import type { Compare } from "./comparison";
import type { LinkIds, NameLink } from "./names";
import { sumClicks, tally, toFigures } from "./tally";
import { narrow, type Truth } from "./truth";

type Ledger = { market: ChaosMarket; truth: Truth; nameLink: NameLink; compare: Compare };

/**
 * Compares the ledger: the money moved per campaign, link and person, and the balances of their
 * accounts.
 */
export async function compareLedger(db: Db, ledger: Ledger): Promise<void> {
  const balances = await readBalances(db);
  await compareEscrows(db, { ...ledger, balances });
  await compareEarnings(db, { ...ledger, balances });
  const { market, compare } = ledger;
  for (const { developer, budgetMicros } of market.campaigns) {
    const [{ deposited = 0n } = {}] = await db.sql<{ deposited: bigint }[]>`
      select sum(amount_micros)::bigint as deposited from deposits where user_id = ${developer.id}`;
    compare(
      `wallet of ${developer.name}`,
      { balance: balances.get(`wallet ${developer.id}`) ?? null },
      { balance: deposited - budgetMicros },
    );
  }
}

type WithBalances = Ledger & { balances: Map<string, bigint> };

async function readBalances({ sql }: Db): Promise<Map<string, bigint>> {
  const rows = await sql<{ kind: string; ownerId: string; micros: bigint }[]>`
    select kind, owner_id as "ownerId", balance_micros as micros from ledger_accounts
    where owner_id is not null`;
  return new Map(rows.map(({ kind, ownerId, micros }) => [`${kind} ${ownerId}`, micros]));
}

/** Compares reserved, paid and remaining money, computed from the entries themselves. */
async function compareEscrows(db: Db, { market, truth, compare, balances }: WithBalances) {
  const moved = await db.sql<
    { campaignId: string; kind: string; micros: bigint; clicks: bigint }[]
  >`
    select a.owner_id as "campaignId", t.kind, sum(e.micros)::bigint as micros,
      coalesce(sum(e.quantity), 0)::bigint as clicks
    from ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.kind = 'escrow'
    join ledger_transactions t on t.id = e.transaction_id
    group by 1, 2`;
  const claims = await db.sql<{ campaignId: string; clicks: bigint; micros: bigint }[]>`
    select campaign_id as "campaignId", clicks, micros from held_claims`;
  for (const { id, name, budgetMicros, payoutMicros, feeMicros } of market.campaigns) {
    const find = (kind: string) => moved.find((row) => row.campaignId === id && row.kind === kind);
    const claim = claims.find(({ campaignId }) => campaignId === id);
    const sums = sumClicks(narrow(truth, { campaignId: id }).clicks);
    const spent = sums.micros + BigInt(sums.valid) * feeMicros;
    compare(
      `ledger of ${name}`,
      {
        reserved: find("reserve")?.micros ?? 0n,
        paid: -(find("click_payout")?.micros ?? 0n),
        "paid clicks": find("click_payout")?.clicks ?? 0n,
        "left in escrow": balances.get(`escrow ${id}`) ?? null,
        "held clicks": claim?.clicks ?? 0n,
        "claimed by held clicks": claim?.micros ?? 0n,
      },
      {
        reserved: budgetMicros,
        paid: spent,
        "paid clicks": sums.valid,
        "left in escrow": budgetMicros - spent,
        "held clicks": sums.held,
        "claimed by held clicks": BigInt(sums.held) * (payoutMicros + feeMicros),
      },
    );
  }
}

async function compareEarnings(
  db: Db,
  { market, truth, nameLink, compare, balances }: WithBalances,
) {
  const earned = await db.sql<(LinkIds & { valid: bigint; micros: bigint })[]>`
    select substr(t.reference, 10)::uuid as "campaignId", a.owner_id as "creatorId",
      sum(e.quantity)::bigint as valid, sum(e.micros)::bigint as micros
    from ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.kind = 'earnings'
    join ledger_transactions t on t.id = e.transaction_id and t.reference like 'campaign:%'
    group by 1, 2`;
  const paid = truth.clicks.filter(({ verdict }) => verdict === "valid");
  compare(
    "ledger, earned",
    toFigures(earned.map(({ valid, micros, ...link }) => [nameLink(link), { valid, micros }])),
    toFigures(
      [...tally(paid, (click) => [nameLink(click)])].map(([name, { valid, micros }]) => [
        name,
        { valid, micros },
      ]),
    ),
  );
  for (const { id, name } of market.creators) {
    compare(
      `earnings of ${name}`,
      { balance: balances.get(`earnings ${id}`) ?? null },
      { balance: sumClicks(narrow(truth, { creatorId: id }).clicks).micros },
    );
  }
}
