import type { Person } from "@fairclick/api/testing/people";
import { microsFromDollars } from "@fairclick/core/amounts";
import type { StripeApp } from "../payments/stripe-app";
import { homeAddress, type Month } from "./live-month";

/** What each place says about one figure, in micros. */
export type Row = { figure: string; about: string; places: Record<string, bigint> };

/** Reads each sum from all places that name it. Equal places have equal sums in every row. */
export async function readMonth(app: StripeApp, month: Month): Promise<Row[]> {
  const rows: Row[] = [];
  const paidByDevelopers = new Map<string, bigint>();
  for (const campaign of month.campaigns) {
    rows.push(...(await readCampaign(app, { month, campaign, paidByDevelopers })));
  }
  for (const creator of month.creators) {
    const ledger = await sumEntries(app, {
      kinds: ["click_payout", "click_reversal"],
      accounts: ["earnings", "debt"],
      ownerId: creator.id,
    });
    const lists = { "developers' lists": paidByDevelopers.get(creator.id) ?? 0n };
    const own = month.gone.has(creator.id) ? {} : await readCreator(app, { month, creator });
    rows.push({
      figure: "creators earned",
      about: creator.username,
      places: { ledger, ...lists, ...own },
    });
  }
  for (const person of [...month.developers, ...month.creators]) {
    rows.push(...(await readMoney(app, month, person)));
  }
  return rows;
}

/** Returns the rows in which two places differ. */
export function findDifferences(rows: readonly Row[]): Row[] {
  return rows.filter(({ places }) => new Set(Object.values(places)).size > 1);
}

/** Sums the rows of each figure, so that a person sees every place side by side. */
export function totalRows(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ figure }) => figure)].map(([figure, own]) => {
    const names = [...new Set(own.flatMap(({ places }) => Object.keys(places)))];
    const sum = (name: string) =>
      own.reduce((total, { places }) => total + (places[name] ?? 0n), 0n);
    return {
      figure,
      about: `${own.length}`,
      places: Object.fromEntries(names.map((name) => [name, sum(name)])),
    };
  });
}

type Entries = {
  kinds: readonly string[];
  accounts: readonly string[];
  ownerId?: string;
  reference?: string;
};

async function sumEntries(
  { db }: Pick<StripeApp, "db">,
  { kinds, accounts, ownerId, reference }: Entries,
): Promise<bigint> {
  const [row] = await db.sql<{ micros: bigint }[]>`
    select coalesce(sum(e.micros), 0)::bigint as micros
    from ledger_transactions t
    left join ledger_transactions o on o.id = t.reverses
    join ledger_entries e on e.transaction_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where coalesce(o.kind, t.kind) = any (${[...kinds]}::text[]) and a.kind = any (${[...accounts]}::text[])
      and (${ownerId ?? null}::uuid is null or a.owner_id = ${ownerId ?? null})
      and (${reference ?? null}::text is null or t.reference = ${reference ?? null})`;
  return row?.micros ?? 0n;
}

type OfCampaign = {
  month: Month;
  campaign: Month["campaigns"][number];
  /** By creator; grows with every campaign. */
  paidByDevelopers: Map<string, bigint>;
};

async function readCampaign(
  app: StripeApp,
  { month, campaign, paidByDevelopers }: OfCampaign,
): Promise<Row[]> {
  const { id, developer } = campaign;
  const path = `/api/campaigns/${id}`;
  const get = (rest: string) => read(app, developer, `${path}${rest}`);
  const ledger = (accounts: string[]) =>
    sumEntries(app, {
      ...{ kinds: ["click_payout", "click_reversal"], accounts, reference: `campaign:${id}` },
    });
  const { data: stats } = await get("/stats");
  const mine = await read(app, developer, "/api/campaigns/my-campaigns?limit=100");
  const own = mine.data.find((each: { _id: string }) => each._id === id);
  const span = `from=2020-01-01T00:00:00Z&to=${app.clock.at.toISOString()}`;
  const lately = new Date(app.clock.at.getTime() - 40 * 86_400_000).toISOString();
  const period = `from=${lately}&to=${app.clock.at.toISOString()}&timeZone=UTC`;
  const { data: series } = await get(`/stats/series?${period}&step=day`);
  const { data: countries } = await get(
    `/stats/breakdown?${period}&step=day&dimension=device&limit=10`,
  );
  const { data: links } = await get("/links?limit=100");
  const csv = await readCsv(app, developer, `${path}/clicks.csv?${span}`);
  const column = (name: "price" | "fee") => sumOf(csv, (line) => toMicros(line[name] ?? "0"));
  for (const { userId, paid } of links) {
    paidByDevelopers.set(userId, (paidByDevelopers.get(userId) ?? 0n) + toMicros(paid));
  }
  const told = lastEvent(month, {
    ...{ to: developer.id, type: "campaign.clicks_counted" },
    is: ({ campaignId }) => campaignId === id,
  });
  const about = `${own?.name} of ${developer.username}`;
  return [
    {
      figure: "campaigns cost",
      about,
      places: {
        ledger: await ledger(["earnings", "debt", "fees"]),
        "campaign's page": toMicros(stats.spend),
        "its parts": toMicros(stats.paid) + toMicros(stats.fees),
        "list of campaigns": toMicros(own.spend),
        days: sumOf<Json>(series.points, ({ spend }) => toMicros(spend)),
        devices: sumOf<Json>([...countries.items, countries.rest], ({ spend }) => toMicros(spend)),
        "clicks.csv": column("price") + column("fee"),
        webhooks: BigInt(totalsOf(told).costMicros ?? 0),
      },
    },
    {
      figure: "of it to creators",
      about,
      places: {
        ledger: await ledger(["earnings", "debt"]),
        "campaign's page": toMicros(stats.paid),
        "its creators": sumOf<Json>(links, ({ paid }) => toMicros(paid)),
        "clicks.csv": column("price"),
      },
    },
    {
      figure: "of it fees",
      about,
      places: {
        ledger: await ledger(["fees"]),
        "campaign's page": toMicros(stats.fees),
        "clicks.csv": column("fee"),
      },
    },
  ];
}

function isEarned({ type, id = "" }: Record<string, string>): boolean {
  return type === "earnings" || (type === "correction" && id.startsWith("ledger:"));
}

type OfCreator = { month: Month; creator: Person };

async function readCreator(app: StripeApp, { month, creator }: OfCreator) {
  const wallet = await read(app, creator, "/api/wallet/summary");
  const { stats } = await read(app, creator, "/api/users/dashboard");
  const { data: joined } = await read(app, creator, "/api/campaigns/joined?limit=100");
  const lines = await readCsv(app, creator, "/api/wallet/transactions.csv");
  const ids = joined.map((each: { _id: string }) => each._id);
  const told = ids.map((id: string) =>
    lastEvent(month, {
      ...{ to: creator.id, type: "link.clicks_counted" },
      is: ({ campaignId }) => campaignId === id,
    }),
  );
  return {
    wallet: toMicros(wallet.totalEarnings),
    dashboard: toMicros(stats.totalEarnings),
    "joined campaigns": sumOf<Json>(joined, ({ earnings }) => toMicros(earnings)),
    // A reversal of spent earnings is a debt, and a line only when it is paid.
    "transactions.csv":
      sumOf(lines.filter(isEarned), ({ amount = "0" }) => toMicros(amount)) - toMicros(wallet.owed),
    webhooks: sumOf<Json>(told, (data) => BigInt(totalsOf(data).earnedMicros ?? 0)),
  };
}

/** What a person paid, got back, withdrew and has, as the ledger, statements, mails and webhooks say. */
async function readMoney(app: StripeApp, month: Month, person: Person): Promise<Row[]> {
  if (month.gone.has(person.id)) return [];
  const lines = await readCsv(app, person, "/api/wallet/transactions.csv");
  const csv = (type: string) =>
    sumOf(
      lines.filter((line) => line.type === type),
      ({ amount = "0" }) => toMicros(amount),
    );
  const ledger = (kinds: string[], accounts: string[]) =>
    sumEntries(app, { kinds, accounts, ownerId: person.id });
  const sent = (kind: string) => ({
    mails: sumMails(month, { person, kind }),
    webhooks: sumOf(
      month.events.filter(({ to, type }) => to === person.id && type === kind),
      ({ data }) => BigInt(String(data.amountMicros)),
    ),
  });
  const wallet = await read(app, person, "/api/wallet/summary");
  const balances = await app.db.sql<{ kind: string; micros: bigint }[]>`
    select kind, balance_micros as micros from ledger_accounts
    where owner_id = ${person.id} and kind in ('wallet', 'earnings', 'debt')`;
  const failed = sent("withdrawal.failed");
  const withdrawn = sent("withdrawal.requested");
  const about = person.username;
  const negative = (sums: Record<string, bigint>) =>
    Object.fromEntries(Object.entries(sums).map(([name, micros]) => [name, -micros]));
  return [
    {
      figure: "balances",
      about,
      places: {
        ledger: sumOf(balances, ({ micros }) => micros),
        "transactions.csv": sumOf(lines, ({ amount = "0" }) => toMicros(amount)),
      },
    },
    {
      figure: "wallets",
      about,
      places: {
        ledger: sumOf(
          balances.filter(({ kind }) => kind === "wallet"),
          ({ micros }) => micros,
        ),
        wallet: toMicros(wallet.walletBalance),
      },
    },
    {
      figure: "paid in",
      about,
      places: {
        ledger: await ledger(["deposit"], ["wallet"]),
        "transactions.csv": csv("deposit"),
        ...sent("deposit.arrived"),
      },
    },
    {
      figure: "paid back",
      about,
      places: {
        ledger: await ledger(["refund"], ["wallet"]),
        "transactions.csv": csv("refund"),
        ...negative(sent("refund.sent")),
      },
    },
    {
      figure: "withdrawn",
      about,
      places: {
        ledger: await ledger(["withdrawal", "withdrawal_failed"], ["earnings"]),
        "transactions.csv": csv("withdrawal"),
        mails: failed.mails - withdrawn.mails,
        webhooks: failed.webhooks - withdrawn.webhooks,
      },
    },
    {
      figure: "taken back from creators",
      about,
      places: {
        ledger: await ledger(["click_reversal"], ["earnings", "debt"]),
        mails: -sumMails(month, { person, kind: "clicks.reversed" }),
      },
    },
  ];
}

/** Reads the platform's fees. */
export async function readWhole(app: StripeApp): Promise<Row> {
  const { token } = await app.addOperator("reader");
  const admin = async (path: string) => (await app.call("GET", path, { token })).json.data;
  const campaigns = await app.db.sql<{ id: string }[]>`select id from campaigns order by id`;
  let shown = 0n;
  for (const { id } of campaigns) {
    const campaign = await admin(`/api/admin/campaigns/${id}`);
    shown += BigInt(campaign.feesMicros);
  }
  return {
    figure: "fees of the platform",
    about: "all",
    places: {
      ledger: await sumEntries(app, {
        kinds: ["click_payout", "click_reversal"],
        accounts: ["fees"],
      }),
      "operators' campaigns": shown,
    },
  };
}

/** Adds up the first amount in the subject of a person's mails of one kind. */
function sumMails(month: Month, { person, kind }: { person: Person; kind: string }): bigint {
  const says = subjects[kind];
  if (!says) throw new Error(`No mail of ${kind} is known`);
  const own = month.mails.filter(({ to, subject }) => to === person.email && says.test(subject));
  return sumOf(own, ({ subject }) => toMicros(/\$([\d,.]*\d)/.exec(subject)?.[1] ?? "0"));
}

const subjects: Record<string, RegExp> = {
  "deposit.arrived": /arrived in your wallet$/,
  "refund.sent": /^Your refund of .* was sent$/,
  "withdrawal.requested": /^A withdrawal of .* was requested$/,
  "withdrawal.failed": /^Your withdrawal of .* (?:failed|did not)/,
  "clicks.reversed": /taken back|reversed/,
};

type Sought = {
  to: string;
  type: string;
  is: (data: Record<string, unknown>) => boolean;
};

function lastEvent({ events }: Month, { to, type, is }: Sought): Record<string, unknown> {
  return (
    events.findLast((each) => each.to === to && each.type === type && is(each.data))?.data ?? {}
  );
}

function totalsOf({ totals }: Record<string, unknown>): Record<string, string> {
  return (totals ?? {}) as Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which the contract tests check
type Json = any;

async function read(app: StripeApp, person: Person, path: string): Promise<Json> {
  const answer = await app.call("GET", path, { token: person.token, ip: homeAddress(person) });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** Reads a file's lines as objects by its headings. */
async function readCsv(app: StripeApp, person: Person, path: string) {
  const answer = await app.call("GET", path, { token: person.token, ip: homeAddress(person) });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  const [headings = [], ...lines] = answer.text
    .trimEnd()
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1] ?? m[2] ?? ""),
    );
  return lines.map(
    (fields): Record<string, string> =>
      Object.fromEntries(headings.map((name, n) => [name, fields[n] ?? ""])),
  );
}

function toMicros(dollars: number | string): bigint {
  const text = typeof dollars === "number" ? dollars.toFixed(6) : dollars.replaceAll(",", "");
  const micros = microsFromDollars(text.replace(/^-/, ""));
  if (micros === null) throw new Error(`${dollars} is no amount`);
  return text.startsWith("-") ? -micros : micros;
}

function sumOf<Item = Json>(items: readonly Item[], pick: (item: Item) => bigint): bigint {
  return items.reduce((sum, item) => sum + pick(item), 0n);
}
