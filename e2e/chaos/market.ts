import { JOINED } from "@fairclick/core/conversions/report";
import type { CampaignId, UserId } from "@fairclick/core/ids";
import { openSession } from "@fairclick/services/accounts/sessions";
import type { Ctx } from "@fairclick/services/context";
import { createKey, setEvents } from "@fairclick/services/conversions/read-conversions";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type BenchLink, makeMarket } from "../world/market";

/** A user with a session. */
export type Person = { id: UserId; name: string; token: string };

export type ChaosCampaign = {
  id: CampaignId;
  name: string;
  payoutMicros: bigint;
  feeMicros: bigint;
  budgetMicros: bigint;
  developer: Person;
  /** The key that its game reports with. */
  key: string;
};

export type ChaosMarket = { campaigns: ChaosCampaign[]; creators: Person[]; links: BenchLink[] };

/** An event with a value that each game reports besides arrivals. */
export const PURCHASE = "purchase";

const budgets = [150, 600, 100_000];

/**
 * Creates campaigns with different prices and fees, each joined by every creator. Some have a budget that
 * runs out.
 */
export async function openMarket(
  db: Db,
  owner: Sql,
  size = { campaigns: 6, creators: 3 },
): Promise<ChaosMarket> {
  const links = await makeMarket(db, owner, {
    ...size,
    budgetClicks: (n) => budgets[n % budgets.length] ?? 0,
    payoutMicros: (n) => 1_500n + 137n * BigInt(n),
    feeBasisPoints: (n) => 275 * (n % 3),
  });
  await assignNames(owner);
  // Optional mails go to confirmed addresses only.
  await owner`update users set email_verified_at = now()`;
  const rows = await owner<CampaignRow[]>`
    select c.id, c.name, p.payout_micros as "payoutMicros", click_fee(p.payout_micros, c.fee_basis_points) as "feeMicros",
      c.budget_micros as "budgetMicros",
      u.id as "developerId", u.username as "developerName"
    from campaigns c join users u on u.id = c.developer_id
      join campaign_prices p on p.campaign_id = c.id
    order by c.name`;
  const campaigns: ChaosCampaign[] = [];
  for (const { developerId, developerName, ...campaign } of rows) {
    const developer = await signIn(db, { id: developerId, name: developerName });
    const ctx = { ...systemCtx(db), actor: { kind: "user" as const, userId: developerId } };
    campaigns.push({ ...campaign, developer, key: await openCampaign(ctx, campaign.id) });
  }
  const creators = await owner<{ id: UserId; name: string }[]>`
    select id, username as name from users where id in (select creator_id from links) order by name`;
  return {
    campaigns,
    creators: await Promise.all(creators.map((creator) => signIn(db, creator))),
    links,
  };
}

type CampaignRow = Omit<ChaosCampaign, "developer" | "key"> & {
  developerId: UserId;
  developerName: string;
};

/** Short names of campaigns and users, used in differences and on pages. */
async function assignNames(owner: Sql): Promise<void> {
  await owner`
    update campaigns c set name = 'Game ' || lpad(n::text, 2, '0')
    from (select id, row_number() over (order by created_at, id) as n from campaigns) k where k.id = c.id`;
  await owner`
    update users u set username = k.part || '-' || k.n
    from (
      select id, case when id in (select developer_id from campaigns) then 'developer' else 'creator' end as part,
        row_number() over (order by created_at, id) as n from users
    ) k where k.id = u.id`;
}

async function signIn(db: Db, { id, name }: Omit<Person, "token">): Promise<Person> {
  const browser = { userAgent: null, place: null, deviceTokens: [] };
  const { token } = await withTx(db, (tx) =>
    openSession(tx, { userId: id, at: new Date(), ...browser }),
  );
  return { id, name, token };
}

async function openCampaign(ctx: Ctx, campaignId: CampaignId): Promise<string> {
  await setEvents(ctx, { campaignId, names: [PURCHASE], conversion: JOINED });
  return (await createKey(ctx, { campaignId, name: "Game server" })).token;
}
