import { JOINED } from "@fairclick/core/conversions/report";
import { asId, type CampaignId, type CampaignKeyId } from "@fairclick/core/ids";
import { asBooks } from "@fairclick/core/ip/as-books";
import { upsertPresences } from "@fairclick/sql/accounts/devices";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { postTransaction } from "@fairclick/sql/money/ledger";
import { keepPayoutBanks } from "@fairclick/sql/money/payout-holds";
import { reportConversions } from "../conversions/conversions";
import { addCountedClicks } from "./counted-clicks";
import { addCampaign, addUser } from "./marketplace";
import { systemCtx } from "./system-ctx";

const HOUR_MS = 3_600_000;
const CARRIER = asBooks.carrier[0] ?? 0;

/** A paid click, before it has an id. */
type PaidClick = {
  ip: string;
  asn: number;
  device: string;
  known: boolean;
  agent: string;
  at: number;
};

const agents = [
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/141.0.0.0",
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0",
  "Mozilla/5.0 (Linux; Android 14; SM-S918B) Chrome/140.0.0.0",
];

export type Planted = Awaited<ReturnType<typeof plantFrauds>>;

/**
 * Adds a small marketplace of paid clicks only: six ordinary links, a viral one and one of a
 * carrier's customers; and four frauds among them. A link rotates addresses in an IPv6 /48 (`rotator`),
 * two creators click each other's links at home (`twin1`, `twin2`), a link is clicked from a hosting range
 * in no list (`farm`), and three accounts of one bank pay their own clicks (`boss`, `payee1`, `payee2`).
 */
export async function plantFrauds(db: Db, now: Date) {
  const start = (Math.floor(now.getTime() / HOUR_MS) - 120) * HOUR_MS;
  const tower = await addCampaign(db);
  const ring = await addCampaign(db);
  const links = planLinks(start);
  const ids = new Map([
    ["dana", tower.developerId],
    ["boss", ring.developerId],
  ]);
  for (const { name } of links) ids.set(name, await addUser(db));
  const id = (name: string) => ids.get(name) ?? "";
  for (const [name, userId] of ids) {
    await db.sql`update users set username = ${name} where id = ${userId}`;
  }
  await db.sql`update campaigns set name = 'Tower', game_title = 'Tower' where id = ${tower.id}`;
  await db.sql`update campaigns set name = 'Ring', game_title = 'Ring' where id = ${ring.id}`;
  for (const { name, isOfRing, ...link } of links) {
    const campaignId = isOfRing ? ring.id : tower.id;
    await addPaidLink(db, { ...link, campaignId, creatorId: id(name), code: `${name}-link` });
  }
  const signedIn = Object.entries(homes).map(([name, key]) => ({
    ...{ userId: id(name), kind: "ip" as const, key, seenAt: now },
  }));
  await upsertPresences(db.sql, signedIn);
  for (const name of ["boss", "payee1", "payee2"]) {
    const accountId = `acct_${name}`;
    await db.sql`update users set stripe_account_id = ${accountId} where id = ${id(name)}`;
    await keepPayoutBanks(db.sql, { accountId, fingerprints: ["bank-1"], at: now });
  }
  await db.sql`analyze clicks, click_days, link_outcomes`;
  return { campaignId: tower.id, ringId: ring.id, id };
}

/** Where the twins are signed in. */
const homes = { twin1: "86.14.55.9", twin2: "86.19.201.44" };

type PlannedLink = { name: string; clicks: PaidClick[]; joined: number; isOfRing?: boolean };

function planLinks(start: number): PlannedLink[] {
  const people = (seed: number, clicks: number, spanMs?: number) =>
    audience(seed, { clicks, start, ...(spanMs ? { spanMs } : {}) });
  const atHome = (seed: number, ip: string) =>
    people(seed, 22).map((click) => ({ ...click, ip, asn: 65_001 }));
  return [
    ...["anna", "bert", "cleo", "dora", "emil", "fred"].map((name, seed) => ({
      name,
      clicks: people(seed, 150),
      joined: 45,
    })),
    { name: "viral", clicks: people(10, 600, HOUR_MS), joined: 170 },
    { name: "carrier", clicks: people(11, 300).map(fromCarrier), joined: 90 },
    { name: "rotator", clicks: [...people(12, 200), ...rotated(start)], joined: 60 },
    { name: "twin1", clicks: [...people(13, 60), ...atHome(23, homes.twin2)], joined: 18 },
    { name: "twin2", clicks: [...people(14, 60), ...atHome(24, homes.twin1)], joined: 18 },
    { name: "farm", clicks: people(15, 300).map(fromHosting), joined: 0 },
    { name: "payee1", clicks: people(16, 120), joined: 36, isOfRing: true },
    { name: "payee2", clicks: people(17, 120), joined: 36, isOfRing: true },
  ];
}

/** Different people at different addresses; the numbers follow from the seed. */
function audience(
  seed: number,
  { clicks, start, spanMs = 112 * HOUR_MS }: { clicks: number; start: number; spanMs?: number },
): PaidClick[] {
  return Array.from({ length: clicks }, (_, n) => ({
    ip:
      n % 4 === 3
        ? `2a02:${(seed + 1).toString(16)}${(n % 97).toString(16).padStart(2, "0")}:${n.toString(16)}:1::/64`
        : `${60 + (n % 20)}.${(seed * 7 + n) % 250}.${(n * 13 + seed) % 250}.${1 + ((n * 31) % 250)}`,
    asn: 65_001 + ((n * 7 + seed) % 9),
    device: `cookie:${seed}-${n % 5 === 0 ? Math.floor(n / 10) : n}.${seed}-${n}`,
    known: n % 5 === 0,
    agent: agents[(n * 3 + seed) % agents.length] ?? "",
    at: start + Math.floor(chance(seed * 10_007 + n) * spanMs),
  }));
}

/** Returns a number from 0 to 1 that follows from the seed: people do not click in an even rhythm. */
function chance(seed: number): number {
  const x = Math.sin(seed + 1) * 43_758.5453;
  return x - Math.floor(x);
}

/** Nine of ten visitors come through the six /24 of a carrier. */
function fromCarrier(click: PaidClick, n: number): PaidClick {
  if (n % 10 === 9) return click;
  return { ...click, ip: `92.40.${n % 6}.${1 + ((n * 3) % 250)}`, asn: CARRIER };
}

/** Four /24 of an AS that is in no list. */
function fromHosting(click: PaidClick, n: number): PaidClick {
  return { ...click, ip: `185.77.${216 + (n % 4)}.${1 + (n % 250)}`, asn: 64_496 };
}

/** 134 clicks from 45 networks of one /48, each with a user agent of its own. */
function rotated(start: number): PaidClick[] {
  return Array.from({ length: 134 }, (_, n) => ({
    ip: `2a0e:97c0:5:${(n % 45).toString(16)}::/64`,
    asn: 65_002,
    device: `weak-${n}`,
    known: false,
    agent: `Mozilla/5.0 (Linux; Android ${10 + (n % 6)}; K${n}) Chrome/1${n % 50}.0.0.0`,
    at: start + n * 900_000,
  }));
}

type PaidLink = {
  campaignId: string;
  creatorId: string;
  code: string;
  clicks: PaidClick[];
  joined: number;
};

/** Adds the link, its paid clicks, and what the game reports of those who joined. */
async function addPaidLink(db: Db, { campaignId, creatorId, code, clicks, joined }: PaidLink) {
  await db.sql`insert into links (campaign_id, creator_id, code) values (${campaignId}, ${creatorId}, ${code})`;
  const ids = await addCountedClicks(
    db,
    clicks.map(({ at, ip, asn, device, known, agent }) => ({
      ...{ at: new Date(at), campaignId, creatorId, ipKey: ip, asn, country: "GB" },
      ...{ deviceKey: device, deviceKnown: known, userAgent: agent },
    })),
  );
  const actor = {
    ...{ kind: "campaign" as const, campaignId: asId<CampaignId>(campaignId) },
    keyId: asId<CampaignKeyId>(Bun.randomUUIDv7()),
  };
  const reports = ids
    .slice(0, joined)
    .map((clickId, n) => ({ clickId, event: JOINED, player: `${code} ${n}` }));
  await reportConversions({ ...systemCtx(db), actor }, reports);
  const micros = 1_500n * BigInt(clicks.length);
  await withTx(db, (tx) =>
    postTransaction(tx, {
      ...{
        kind: "click_payout",
        idempotencyKey: `payout:${code}`,
        reference: `campaign:${campaignId}`,
      },
      entries: [
        { account: { kind: "escrow", ownerId: campaignId }, micros: -micros },
        { account: { kind: "earnings", ownerId: creatorId }, micros },
      ],
    }),
  );
}
