import { setImmediate } from "node:timers/promises";
import { tieKinds } from "@fairclick/core/accounts/users";
import { MAX_SUSPECTS, SUSPECT_DAYS, type SuspectKind } from "@fairclick/core/clicks/operated";
import {
  count,
  describeOdd,
  findUsual,
  isReporting,
  judgeMeasures,
  MIN_CLICKS,
  measureClicks,
  median,
  mergeMeasures,
  mergeUsual,
  missingPlayers,
  networkKinds,
  type Oddity,
  type Part,
  percent,
  splitBurst,
  sumOddity,
  sumOver,
  type Usual,
  withoutNetworks,
} from "@fairclick/core/clicks/suspect-figures";
import { AppError } from "@fairclick/core/errors";
import { listSharedPayouts, listSharedPlaces } from "@fairclick/sql/accounts/operated-users";
import { limitedRead, type Span } from "@fairclick/sql/clicks/flagged-clicks";
import {
  type ChangedLink,
  deleteSuspects,
  type Judged,
  listChangedLinks,
  listMeasuredLinks,
  listSuspects as listRows,
  listSignedIn,
  type MeasuredLink,
  type NetworkUsers,
  readExaminedClicks,
  type SuspectRow,
  storeJudged,
  storeMeasured,
} from "@fairclick/sql/clicks/suspects";
import type { Db, Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { parseUser } from "../accounts/users";
import type { Ctx, Page } from "../context";

const DAY_MS = 86_400_000;
const EXAMINED_CLICKS = 4_000;
const SLICE = 100;
const MAX_LINKS = 10_000;
/** A link is listed beside its creator if it is so much odder than all of their links. */
const STANDS_OUT = 0.15;
/** Anybody can have added the clicks of a burst: alone they put nobody at the top, and they hide nobody. */
const BURST_WEIGHT = 0.05;
const MIN_NETWORK_CLICKS = 30;
const MAX_NETWORKS = 300;
/** Creators of a network of which the money is counted: those with the most. */
const MAX_SHARES = 50;
const MAX_PEOPLE_IN_NETWORK = 3;
/** A network that clicks the links of this many creators says nothing about one of them. */
const MANY_CREATORS = 3;

type Link = MeasuredLink & { usual: Usual };

/**
 * Measures links with new clicks, compares all measured ones, and judges them, their creators, and the networks
 * that click them. A run that is broken off is continued by the next. Returns how many links it measured.
 */
export async function judgeSuspects(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const at = ctx.now();
  const span = { from: new Date(at.getTime() - SUSPECT_DAYS * DAY_MS), to: at };
  const { sql } = ctx.db;
  let measured = 0;
  for (let links: ChangedLink[] = [], isFirst = true; isFirst || links.length === SLICE; ) {
    const after = links.at(-1) ?? null;
    links = await listChangedLinks(sql, { least: MIN_CLICKS, span, after, limit: SLICE });
    for (const link of links) await measureLink(ctx.db, link, span);
    measured += links.length;
    isFirst = false;
  }
  const rows = await listMeasuredLinks(sql, { from: span.from, limit: MAX_LINKS });
  const links = await compareLinks(rows);
  const networks = listNetworks(links);
  const judged = [
    ...(await judgeCreators(sql, links, networks)),
    ...(await judgeNetworks(sql, networks)),
  ];
  for (let n = 0; n < judged.length; n += SLICE) {
    await storeJudged(sql, judged.slice(n, n + SLICE), at);
  }
  await deleteSuspects(sql, { measuredBefore: span.from, judgedBefore: at });
  return measured;
}

async function measureLink(db: Db, link: ChangedLink, span: Span): Promise<void> {
  const share = Math.min(1, EXAMINED_CLICKS / Math.max(1, link.clicks));
  const read = (tx: Tx) => readExaminedClicks(tx, { link, span, share });
  const { steady, burst } = splitBurst(await withTx(db, read, limitedRead), span.to);
  const measured = { steady: measureClicks(steady), burst: measureClicks(burst) };
  await storeMeasured(db.sql, { link, measured, at: span.to });
}

/** Finds what is usual for each link: what the links of the campaign's other creators have. */
async function compareLinks(rows: readonly MeasuredLink[]): Promise<Link[]> {
  const links: Link[] = [];
  for (const own of Map.groupBy(rows, ({ campaignId }) => campaignId).values()) {
    const sorted = own.toSorted((a, b) => b.measured.steady.clicks - a.measured.steady.clicks);
    for (const link of sorted) {
      const others = sorted.filter((each) => each !== link).map(({ measured }) => measured.steady);
      links.push({ ...link, usual: findUsual(link.measured.steady, others) });
    }
    // The same process settles clicks.
    await setImmediate();
  }
  return links;
}

type ToJudge = {
  kind: "creator" | "link";
  key: string;
  links: readonly Link[];
  usual: Usual;
  /** What is odd beside the measures. */
  further?: readonly Oddity[];
};

function judge({ kind, key, links, usual, further = [] }: ToJudge): Judged {
  const [first] = links;
  const steady = mergeMeasures(links.map(({ measured }) => measured.steady));
  const burst = mergeMeasures(links.map(({ measured }) => measured.burst));
  const odd = [...judgeMeasures(steady, usual), ...further];
  const oddInBurst = judgeMeasures(burst, { ...usual, creators: 0, expectedPlayers: 0 });
  const sum = (read: (link: Link) => bigint) =>
    links.reduce((total, link) => total + read(link), 0n).toString();
  const paid = sum((link) => link.paidMicros);
  return {
    ...{ kind, key, creatorId: first?.creatorId ?? null, isListed: kind === "creator" },
    oddity: Math.max(
      sumOddity(odd, steady.players, usual),
      BURST_WEIGHT * sumOddity(oddInBurst, 0, { expectedPlayers: 0 }),
    ),
    shares: [{ id: first?.creatorId ?? "", paid, held: sum((link) => link.heldMicros) }],
    found: {
      ...{ clicks: sumOver(links, ({ clicks }) => clicks), paidMicros: paid },
      code: links.length === 1 ? (first?.code ?? null) : null,
      examined: steady.clicks + burst.clicks,
      why: describeOdd(odd),
      burst: describeOdd(oddInBurst),
      networks: steady.parts.flatMap(({ kind: partKind, value, ...counts }) =>
        partKind === "country" ? [] : [{ ...counts, network: value, kind: partKind }],
      ),
    },
  };
}

/** Judges creators, all their links together, and those of their links that stand out. */
async function judgeCreators(
  sql: Queryable,
  links: readonly Link[],
  networks: readonly BusyNetwork[],
): Promise<Judged[]> {
  const many = networks.filter((each) => each.creators.length >= MANY_CREATORS);
  const listed = new Set(many.map(({ value }) => value));
  const creators = Map.groupBy(links, ({ creatorId }) => creatorId);
  const ids = [...creators.keys()];
  const ties: Tie[] = [];
  for (let n = 0; n < ids.length; n += SLICE) {
    const slice = ids.slice(n, n + SLICE);
    ties.push(...(await listSharedPayouts(sql, slice)), ...(await listSharedPlaces(sql, slice)));
  }
  const close = Map.groupBy(
    ties.filter(({ kind }) => kind !== "address"),
    ({ from }) => from,
  );
  const judged = [...creators].flatMap(([key, all]) => {
    const own = all.map((link) => {
      const { steady, burst } = link.measured;
      const measured = {
        steady: withoutNetworks(steady, listed),
        burst: withoutNetworks(burst, listed),
      };
      return { ...link, measured };
    });
    const weighted = own.map(({ usual, measured }) => ({
      ...usual,
      weight: measured.steady.clicks,
    }));
    const usual = mergeUsual(weighted);
    const further = judgeTies(own, close.get(key) ?? []);
    const creator = judge({ kind: "creator", key, links: own, usual, further });
    const ofLinks = own.map((link) => {
      const alone = judge({ kind: "link", key: link.code, links: [link], usual: link.usual });
      const isListed = own.length > 1 && alone.oddity > creator.oddity + STANDS_OUT;
      return { ...alone, isListed };
    });
    return [creator, ...ofLinks];
  });
  return poolRings(judged, close);
}

type Tie = Awaited<ReturnType<typeof listSharedPayouts>>[number];

/** Lists one of the creators with the same bank account, card or device, with the money of all of them. */
function poolRings(judged: readonly Judged[], ties: ReadonlyMap<string, readonly Tie[]>): Judged[] {
  const odd = judged.filter(({ kind, oddity }) => kind === "creator" && oddity > 0);
  const rest = new Map(odd.map((each) => [each.key, each]));
  const takeRing = (key: string): Judged[] => {
    const own = rest.get(key);
    rest.delete(key);
    return own ? [own, ...(ties.get(key) ?? []).flatMap(({ to }) => takeRing(to))] : [];
  };
  const pooled = new Map(
    odd
      .flatMap(({ key }) => {
        const [first, ...others] = takeRing(key).sort((a, b) => b.oddity - a.oddity);
        if (!first) return [];
        const shares = [first, ...others].flatMap((each) => each.shares);
        return [{ ...first, shares }, ...others.map((each) => ({ ...each, isListed: false }))];
      })
      .map((each) => [each.key, each]),
  );
  return judged.map((each) => (each.kind === "creator" && pooled.get(each.key)) || each);
}

/** Whether others have the creator's bank account, card or device, the developers who pay them among them. */
function judgeTies(links: readonly Link[], ties: readonly Tie[]): Oddity[] {
  const odd: Oddity[] = [];
  const payers = links.filter(({ developerId }) => ties.some(({ to }) => to === developerId));
  if (payers.length > 0) {
    const clicks = (each: readonly Link[]) => sumOver(each, (link) => link.clicks);
    odd.push({
      figure: "payer",
      share: clicks(payers) / Math.max(1, clicks(links)),
      text: "a developer who pays them has the same bank account, card or device",
    });
  }
  const others = new Set(ties.map(({ to }) => to));
  const kinds = tieKinds.filter((kind) => ties.some((tie) => tie.kind === kind));
  if (others.size > 0) {
    const text = `${others.size} more ${others.size === 1 ? "account has" : "accounts have"} the same ${kinds.join(", ")}`;
    odd.push({ figure: "accounts", share: 1 - 0.5 ** others.size, text });
  }
  return odd;
}

/** A network on links of several creators. */
type BusyNetwork = Omit<Part, "kind"> & {
  kind: (typeof networkKinds)[number];
  links: number;
  /** Clicks of these links, and the players that as many clicks elsewhere on them bring. */
  ofClicks: number;
  expectedPlayers: number;
  creators: { id: string; micros: number }[];
};

/**
 * Lists the networks with the largest part of the clicks of links; an AS only if not most of its clicks come
 * from one of its ranges, which is listed instead.
 */
function listNetworks(links: readonly Link[]): BusyNetwork[] {
  const parts = links.flatMap((link) => {
    const { steady } = link.measured;
    return steady.parts.flatMap(({ kind, ...part }) => {
      if (kind === "country") return [];
      const share = part.clicks / Math.max(1, steady.clicks);
      const micros = share * Number(link.paidMicros + link.heldMicros);
      const expectedPlayers = share * link.usual.expectedPlayers;
      const { creatorId } = link;
      return [{ ...part, kind, creatorId, micros, expectedPlayers, ofClicks: steady.clicks }];
    });
  });
  const networks = [...Map.groupBy(parts, ({ value }) => value).values()].flatMap((own) => {
    const [first] = own;
    const creators = Map.groupBy(own, ({ creatorId }) => creatorId);
    const clicks = sumOver(own, (part) => part.clicks);
    if (!first || creators.size < 2 || clicks < MIN_NETWORK_CLICKS) return [];
    const { kind, value, asn } = first;
    const network: BusyNetwork = {
      ...{ kind, value, asn, clicks, links: own.length },
      players: sumOver(own, (part) => part.players),
      devices: sumOver(own, (part) => part.devices),
      ofClicks: sumOver(own, (part) => part.ofClicks),
      expectedPlayers: sumOver(own, (part) => part.expectedPlayers),
      creators: [...creators]
        .map(([id, all]) => ({ id, micros: Math.round(sumOver(all, (part) => part.micros)) }))
        .sort((a, b) => b.micros - a.micros),
    };
    return [network];
  });
  const part = ({ clicks, ofClicks }: BusyNetwork) => clicks ** 2 / ofClicks;
  const largest = networks.sort((a, b) => part(b) - part(a)).slice(0, MAX_NETWORKS);
  const hasRange = ({ asn, clicks }: BusyNetwork) =>
    largest.some((each) => each.kind !== "asn" && each.asn === asn && 2 * each.clicks >= clicks);
  return largest.filter((each) => each.kind !== "asn" || !hasRange(each));
}

async function judgeNetworks(sql: Queryable, networks: readonly BusyNetwork[]): Promise<Judged[]> {
  const ranges = networks.filter(({ kind }) => kind !== "asn").map(({ value }) => value);
  const signedIn = await listSignedIn(sql, { networks: ranges, most: MAX_PEOPLE_IN_NETWORK });
  const share = ({ clicks, ofClicks }: BusyNetwork) => clicks / ofClicks;
  const usual = new Map(
    networkKinds.map((kind) => {
      const shares = networks.filter((each) => each.kind === kind).map(share);
      return [kind, shares.length < 4 ? 0 : median(shares)];
    }),
  );
  return networks.map((each): Judged => {
    const users = signedIn.find(({ network }) => network === each.value)?.users ?? [];
    const odd = judgeNetwork(each, { usualShare: usual.get(each.kind) ?? 0, users });
    return {
      ...{ kind: "network", key: each.value, creatorId: null, isListed: true },
      oddity: sumOddity(odd, each.players, each),
      shares: each.creators
        .slice(0, MAX_SHARES)
        .map(({ id, micros }) => ({ id, paid: String(micros), held: "0" })),
      found: {
        ...{ clicks: each.clicks, examined: each.clicks, code: null, burst: [], networks: [] },
        paidMicros: String(sumOver(each.creators, ({ micros }) => micros)),
        why: describeOdd(odd),
      },
    };
  });
}

type NetworkFacts = { usualShare: number; users: NetworkUsers["users"] };

function judgeNetwork(each: BusyNetwork, { usualShare, users }: NetworkFacts): Oddity[] {
  const { kind, clicks, creators } = each;
  const share = clicks / each.ofClicks;
  const odd: Oddity[] = [];
  if (kind !== "asn") {
    const text = `${count(clicks)} of ${count(each.ofClicks)} clicks on ${each.links} links of ${creators.length} creators; such networks usually have ${percent(usualShare)}`;
    odd.push({ figure: kind, share: 10 * (share - usualShare - 0.02), text });
  }
  if (isReporting(each)) {
    const text = `${each.players} of ${count(clicks)} clicks brought a player; elsewhere on these links ${Math.round(each.expectedPlayers)} would`;
    odd.push({ figure: "players", share: missingPlayers(each.players, each), text });
  }
  const rivals = creators.filter(({ id }) => !users.some((user) => user.id === id)).length;
  if (users.length > 0 && rivals > 0) {
    const names = users.map(({ name }) => name).join(", ");
    const text = `${names} ${users.length === 1 ? "signs" : "sign"} in there, and it clicks the links of ${rivals} others`;
    odd.push({ figure: "sign-ins", share: 10 * share, text });
  }
  return odd;
}

type Query = {
  kind?: SuspectKind | undefined;
  creator?: string | undefined;
  limit?: number | undefined;
};

/** Lists suspects, the most money at risk first. */
export async function listSuspects(
  ctx: Pick<Ctx, "db">,
  { kind, creator, limit = MAX_SUSPECTS }: Query,
): Promise<Page<ReturnType<typeof toSuspect>>> {
  const { sql } = ctx.db;
  const creatorId = creator === undefined ? null : await parseUser(sql, creator);
  const rows = await listRows(sql, { kind: kind ?? null, creatorId, limit: MAX_SUSPECTS });
  return { items: rows.slice(0, limit).map(toSuspect), nextCursor: null };
}

/** Returns one suspect with its networks. Throws `not_found` if it was not judged. */
export async function getSuspect(ctx: Pick<Ctx, "db">, suspect: string) {
  const { sql } = ctx.db;
  const [, kind, name = ""] = /^(creator|link|network):(.+)$/.exec(suspect) ?? [];
  const key = kind === "creator" ? await parseUser(sql, name) : name;
  const wanted = { kind: kind as SuspectKind, key, creatorId: null, limit: 1 };
  const [row] = await listRows(sql, wanted);
  if (row) return toSuspect(row);
  throw new AppError(
    "not_found",
    `Nothing is known about ${suspect}. Suspects are judged every hour.`,
  );
}

function toSuspect({ found, key, oddity, ...row }: SuspectRow) {
  return {
    ...{ ...row, ...found },
    suspect: `${row.kind}:${key}`,
    code: row.kind === "link" ? key : found.code,
    paidMicros: BigInt(found.paidMicros),
    riskMicros: (row.openMicros * BigInt(Math.round(oddity * 10_000))) / 10_000n,
    oddPercent: Math.round(oddity * 1_000) / 10,
  };
}
