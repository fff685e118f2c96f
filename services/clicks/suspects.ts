import { tieKinds } from "@fairclick/core/accounts/users";
import {
  countRepeated,
  findUsual,
  isReporting,
  judgeMeasures,
  judgeVisitors,
  type Measures,
  MIN_CLICKS,
  measureClicks,
  median,
  mergeMeasures,
  mergeUsual,
  missingPlayers,
  networkKinds,
  type Oddity,
  sampleVisitors,
  sortOdd,
  splitBurst,
  sumOddity,
  type Usual,
  withoutNetworks,
} from "@fairclick/core/clicks/suspect-figures";
import { MAX_SUSPECTS, SUSPECT_DAYS, type SuspectKind } from "@fairclick/core/clicks/suspects";
import { AppError } from "@fairclick/core/errors";
import { listSharedPayouts, listSharedPlaces } from "@fairclick/sql/accounts/operated-users";
import { limitedRead, type Span } from "@fairclick/sql/clicks/flagged-clicks";
import {
  type BusyNetwork,
  type ChangedLink,
  countClicksOfLink,
  deleteSuspectsBefore,
  type Judged,
  listBusyNetworks,
  listChangedLinks,
  listMeasuredLinks,
  listSuspects as listRows,
  listSignedIn,
  listTiedCreators,
  listUncomparedCampaigns,
  listUnjudgedCreators,
  listVisitors,
  type MeasuredLink,
  readExaminedClicks,
  type Share,
  type SuspectRow,
  storeJudged,
  storeMeasured,
  storeUsual,
} from "@fairclick/sql/clicks/suspects";
import type { Db, Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { parseUser } from "../accounts/users";
import type { Ctx, Page } from "../context";

const DAY_MS = 86_400_000;
/** Clicks that are examined per link. */
const EXAMINED_CLICKS = 4_000;
const SLICE = 100;
/** Links of a campaign that are compared, links of a creator, and links with visitors in common: those with the most clicks. */
const MAX_LINKS = 4_000;
/** A link is listed beside its creator if it is so much odder than all of their links. */
const STANDS_OUT = 0.15;
/** Anybody can have added the clicks of a burst: alone they put nobody at the top, and they hide nobody. */
const BURST_WEIGHT = 0.05;
const MIN_NETWORK_CLICKS = 30;
const MAX_NETWORKS = 300;
const MAX_PEOPLE_IN_NETWORK = 3;
/** A network that clicks the links of this many creators says nothing about one of them. */
const MANY_CREATORS = 3;

type Measured = {
  steady: Measures;
  burst: Measures;
  visitors: number[];
  /** What the campaign's other creators have; missing until the link is judged. */
  usual?: Usual;
};
type Link = MeasuredLink<Measured>;

type Found = {
  clicks: number;
  paidMicros: string;
  code: string | null;
  odd: Oddity[];
  burst: Oddity[];
  measures: Pick<Measures, "clicks" | "networks">;
  /** Of a creator: its own money, and the accounts with the same bank account, card or device. */
  own?: Share;
  tied: string[];
};

/**
 * Measures links with new clicks and judges them, their creators, and the networks of all links. Works in
 * slices; a run that is broken off is continued by the next. Returns how many links it measured.
 */
export async function judgeSuspects(ctx: Pick<Ctx, "db" | "now">): Promise<number> {
  const at = ctx.now();
  const from = new Date(at.getTime() - SUSPECT_DAYS * DAY_MS);
  const { sql } = ctx.db;
  await deleteSuspectsBefore(sql, { kinds: ["link"], before: from });
  let measured = 0;
  for (let links: ChangedLink[] = [], isFirst = true; isFirst || links.length === SLICE; ) {
    const after = links.at(-1) ?? null;
    links = await listChangedLinks(sql, { least: MIN_CLICKS, after, limit: SLICE });
    for (const link of links) await measureLink(ctx.db, link, { from, to: at });
    measured += links.length;
    isFirst = false;
  }
  for (const campaignId of await listUncomparedCampaigns(sql)) {
    await compareCampaign(sql, campaignId, { from, to: at });
  }
  const networks = await listNetworks(sql);
  await judgeCreators(sql, { span: { from, to: at }, networks });
  await judgeNetworks(sql, await listNetworks(sql), at);
  await deleteSuspectsBefore(sql, { kinds: ["creator"], before: from });
  await deleteSuspectsBefore(sql, { kinds: ["network"], before: at });
  return measured;
}

async function measureLink(db: Db, link: ChangedLink, span: Span): Promise<void> {
  const share = EXAMINED_CLICKS / Math.max(1, await countClicksOfLink(db.sql, link, span));
  const read = (tx: Tx) => readExaminedClicks(tx, { link, span, share });
  const clicks = await withTx(db, read, limitedRead);
  const { steady, burst } = splitBurst(clicks, span.to);
  const measured: Measured = {
    steady: measureClicks(steady),
    burst: measureClicks(burst),
    visitors: sampleVisitors(steady),
  };
  await storeMeasured(db.sql, { link, measured, at: span.to });
}

/** Finds what is usual for each link of a campaign: what the links of its other creators have. */
async function compareCampaign(
  sql: Queryable,
  campaignId: string,
  { from, to }: Span,
): Promise<void> {
  const of = { campaignId };
  const links = await listMeasuredLinks<Measured>(sql, { of, from, limit: MAX_LINKS });
  const compared = links.map((link) => {
    const others = links.filter((each) => each !== link).map(({ measured }) => measured.steady);
    return { code: link.code, usual: findUsual(link.measured.steady, others) };
  });
  await storeUsual(sql, compared, to);
}

type ToJudge = {
  kind: "creator" | "link";
  key: string;
  links: readonly Link[];
  usual: Usual;
  odd: { steady: readonly Oddity[]; burst: readonly Oddity[] };
  tied?: ReadonlySet<string>;
};

function judge({ kind, key, links, usual, odd, tied = new Set() }: ToJudge): Judged {
  const steady = mergeMeasures(links.map(({ measured }) => measured.steady));
  const burst = mergeMeasures(links.map(({ measured }) => measured.burst));
  const oddity = Math.max(
    sumOddity(odd.steady, steady.players, usual),
    BURST_WEIGHT * sumOddity(odd.burst, 0, { expectedPlayers: 0 }),
  );
  const sum = (read: (link: Link) => bigint) =>
    links.reduce((total, link) => total + read(link), 0n).toString();
  const paidMicros = sum((link) => link.paidMicros);
  const [first] = links;
  const found: Found = {
    clicks: links.reduce((total, { clicks }) => total + clicks, 0),
    paidMicros,
    code: links.length === 1 ? (first?.code ?? null) : null,
    odd: sortOdd(odd.steady),
    burst: sortOdd(odd.burst),
    measures: { clicks: steady.clicks + burst.clicks, networks: steady.networks },
    tied: [...tied],
  };
  const creatorId = first?.creatorId ?? null;
  const own = { id: creatorId ?? "", paid: paidMicros, held: sum((link) => link.heldMicros) };
  const isListed = kind === "creator";
  return { kind, key, creatorId, oddity, shares: [own], found: { ...found, own }, isListed };
}

/** Judges creators with newly judged links, all their links together. */
async function judgeCreators(
  sql: Queryable,
  { span: { from, to }, networks }: { span: Span; networks: readonly BusyNetwork[] },
): Promise<void> {
  const many = networks.filter((each) => each.creators.length >= MANY_CREATORS);
  const listed = new Set(many.map(({ network }) => network));
  const people = await indexVisitors(sql);
  const creators = await listUnjudgedCreators(sql);
  for (let n = 0; n < creators.length; n += SLICE) {
    const ids = creators.slice(n, n + SLICE);
    const of = { creatorIds: ids };
    const rows = await listMeasuredLinks<Measured>(sql, { of, from, limit: MAX_LINKS });
    const links = rows.map((row) => {
      const { steady, burst } = row.measured;
      const own = {
        steady: withoutNetworks(steady, listed),
        burst: withoutNetworks(burst, listed),
      };
      return { ...row, measured: { ...row.measured, ...own } };
    });
    const ties = [...(await listSharedPayouts(sql, ids)), ...(await listSharedPlaces(sql, ids))];
    const judged = [...Map.groupBy(links, ({ creatorId }) => creatorId)].flatMap(([id, own]) => {
      const tied = ties.filter((tie) => tie.from === id && tie.kind !== "address");
      const further = [...judgeTies(own, tied), ...people.judge(id, own)];
      return judgeCreator(own, further, new Set(tied.map(({ to }) => to)));
    });
    await storeJudged(sql, judged, to);
  }
  await poolRings(sql, to);
}

/** Lists one of the creators with the same bank account, card or device, with the money of all of them. */
async function poolRings(sql: Queryable, at: Date): Promise<void> {
  const rest = new Map(
    (await listTiedCreators<Found>(sql, MAX_LINKS)).map((row) => [row.key, row] as const),
  );
  for (const first of [...rest.values()]) {
    const ring = new Set<typeof first>();
    const add = (key: string) => {
      const row = rest.get(key);
      if (!row) return;
      rest.delete(key);
      ring.add(row);
      row.found.tied.forEach(add);
    };
    add(first.key);
    const sorted = [...ring].sort((a, b) => b.oddity - a.oddity);
    const shares = sorted.flatMap(({ found }) => (found.own ? [found.own] : []));
    const judged = sorted.map(
      ({ key, oddity, found }, n): Judged => ({
        ...{ kind: "creator", key, creatorId: key, oddity, found },
        ...(n === 0
          ? { shares, isListed: true }
          : { shares: found.own ? [found.own] : [], isListed: false }),
      }),
    );
    if (judged.length > 0) await storeJudged(sql, judged, at);
  }
}

/** Returns the creator, and those of their links that stand out. */
function judgeCreator(
  links: readonly Link[],
  further: readonly Oddity[],
  tied: ReadonlySet<string>,
): Judged[] {
  const key = links[0]?.creatorId ?? "";
  const usual = mergeUsual(
    links.flatMap(({ measured }) =>
      measured.usual ? [{ ...measured.usual, weight: measured.steady.clicks }] : [],
    ),
  );
  const steady = mergeMeasures(links.map(({ measured }) => measured.steady));
  const burst = mergeMeasures(links.map(({ measured }) => measured.burst));
  const odd = {
    steady: [...judgeMeasures(steady, usual), ...further],
    burst: judgeMeasures(burst, { ...usual, creators: 0, expectedPlayers: 0 }),
  };
  const creator = judge({ kind: "creator", key, links, usual, odd, tied });
  const ofLinks = links.map((link) => {
    const own = link.measured.usual ?? usual;
    const { steady: measures, burst: added } = link.measured;
    const found = {
      steady: judgeMeasures(measures, own),
      burst: judgeMeasures(added, { ...own, creators: 0, expectedPlayers: 0 }),
    };
    const judged = judge({ kind: "link", key: link.code, links: [link], usual: own, odd: found });
    const isListed = links.length > 1 && judged.oddity > creator.oddity + STANDS_OUT;
    return { ...judged, isListed };
  });
  return [creator, ...ofLinks];
}

/** Whether others have the creator's bank account, card or device, the developers who pay them among them. */
function judgeTies(
  links: readonly Link[],
  ties: readonly { to: string; kind: (typeof tieKinds)[number] }[],
): Oddity[] {
  const odd: Oddity[] = [];
  const payers = links.filter(({ developerId }) => ties.some(({ to }) => to === developerId));
  if (payers.length > 0) {
    const sum = (each: readonly Link[]) => each.reduce((total, { clicks }) => total + clicks, 0);
    const share = sum(payers) / Math.max(1, sum(links));
    odd.push({
      figure: "payer",
      share,
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

/** Reads who is on which creator's links. */
async function indexVisitors(sql: Queryable) {
  const links = await listVisitors(sql, MAX_LINKS);
  const owners = new Map<number, Set<string>>();
  for (const { creatorId, visitors } of links) {
    for (const each of visitors) owners.set(each, (owners.get(each) ?? new Set()).add(creatorId));
  }
  const shareWithOthers = (creatorId: string, visitors: ReadonlySet<number>) => {
    const counts = new Map<string, number>();
    for (const each of visitors) {
      for (const owner of owners.get(each) ?? []) {
        if (owner !== creatorId) counts.set(owner, (counts.get(owner) ?? 0) + 1);
      }
    }
    const many = [...counts.values()].filter((each) => each >= visitors.size / 5);
    return { found: Math.max(0, ...counts.values()), creators: many.length };
  };
  const creators = [...Map.groupBy(links, ({ creatorId }) => creatorId)].map(([id, own]) => ({
    shared: shareWithOthers(id, new Set(own.flatMap(({ visitors }) => visitors))).found,
    visitors: new Set(own.flatMap(({ visitors }) => visitors)).size,
    repeated: countRepeated(own.map(({ visitors }) => visitors)),
  }));
  const usualShared = median(
    creators.map(({ shared, visitors }) => shared / Math.max(1, visitors)),
  );
  const usualRepeated = median(
    creators.flatMap(({ repeated }) => (repeated ? [repeated.repeated / repeated.visitors] : [])),
  );
  return {
    judge: (creatorId: string, own: readonly Link[]): Oddity[] => {
      const odd: Oddity[] = [];
      const visitors = new Set(own.flatMap(({ measured }) => measured.visitors));
      const shared = shareWithOthers(creatorId, visitors);
      if (visitors.size >= MIN_CLICKS) {
        const where = `are also on the links of another creator (${shared.creators} with as many)`;
        const facts = { visitors: visitors.size, found: shared.found, usual: usualShared };
        odd.push(judgeVisitors("shared people", facts, where));
      }
      const repeated = countRepeated(own.map(({ measured }) => measured.visitors));
      if (repeated) {
        const { least, links: all } = repeated;
        const where = `are on at least ${least} of ${all} links of the creator`;
        const usual = creators.length < 4 ? 0 : usualRepeated;
        const facts = { visitors: repeated.visitors, found: repeated.repeated, usual };
        odd.push(judgeVisitors("people", facts, where));
      }
      return odd;
    },
  };
}

/** Lists busy networks; an AS only if not most of its clicks come from one of its ranges, which is listed instead. */
async function listNetworks(sql: Queryable): Promise<BusyNetwork[]> {
  const limits = { least: MIN_NETWORK_CLICKS, limit: MAX_NETWORKS };
  const networks = await listBusyNetworks(sql, limits);
  const isRange = (asn: number, clicks: number) =>
    networks.some((each) => each.kind !== "asn" && each.asn === asn && 2 * each.clicks >= clicks);
  return networks.filter(({ kind, asn, clicks }) => kind !== "asn" || !isRange(asn, clicks));
}

/** Judges the networks with the largest part of the clicks of links. */
async function judgeNetworks(
  sql: Queryable,
  networks: readonly BusyNetwork[],
  at: Date,
): Promise<void> {
  const ranges = networks.filter(({ kind }) => kind !== "asn").map(({ network }) => network);
  const signedIn = await listSignedIn(sql, { networks: ranges, most: MAX_PEOPLE_IN_NETWORK });
  const usual = new Map(
    networkKinds.map((kind) => {
      const shares = networks
        .filter((each) => each.kind === kind)
        .map((each) => each.clicks / each.ofClicks);
      return [kind, shares.length < 4 ? 0 : median(shares)] as const;
    }),
  );
  const judged = networks.map((each): Judged => {
    const users = signedIn.find(({ network }) => network === each.network)?.users ?? [];
    const odd = judgeNetwork(each, { usualShare: usual.get(each.kind) ?? 0, users });
    const micros = each.creators.reduce((sum, creator) => sum + creator.micros, 0);
    const found: Found = {
      clicks: Math.round(each.clicks),
      paidMicros: String(Math.round(micros)),
      ...{ code: null, odd: sortOdd(odd), burst: [], tied: [] },
      measures: {
        clicks: Math.round(each.clicks),
        networks: { net24: [], net48: [], asn: [] },
      },
    };
    return {
      ...{ kind: "network", key: each.network, creatorId: null, found, isListed: true },
      oddity: sumOddity(odd, each.players, each),
      shares: each.creators.map((creator) => ({
        id: creator.id,
        paid: String(creator.micros),
        held: "0",
      })),
    };
  });
  for (let n = 0; n < judged.length; n += SLICE)
    await storeJudged(sql, judged.slice(n, n + SLICE), at);
}

type NetworkFacts = { usualShare: number; users: readonly { id: string; name: string }[] };

function judgeNetwork(each: BusyNetwork, { usualShare, users }: NetworkFacts): Oddity[] {
  const clicks = Math.round(each.clicks).toLocaleString("en-US");
  const of = Math.round(each.ofClicks).toLocaleString("en-US");
  const share = each.clicks / each.ofClicks;
  const percent = (part: number) => `${Math.round(part * 1_000) / 10}%`;
  const creators = each.creators.length;
  const odd: Oddity[] = [];
  if (each.kind !== "asn") {
    const text = `${clicks} of ${of} clicks on ${each.links} links of ${creators} creators; such networks usually have ${percent(usualShare)}`;
    odd.push({ figure: each.kind, share: Math.min(1, 10 * (share - usualShare - 0.02)), text });
  }
  const missing = missingPlayers(each.players, each);
  if (isReporting(each)) {
    const text = `${Math.round(each.players)} of ${clicks} clicks brought a player; elsewhere on these links ${Math.round(each.expectedPlayers)} would`;
    odd.push({ figure: "players", share: missing, text });
  }
  const strangers = users.filter(({ id }) => each.creators.some((creator) => creator.id !== id));
  if (strangers.length > 0) {
    const names = users.map(({ name }) => name).join(", ");
    const rivals = each.creators.filter(({ id }) => !users.some((user) => user.id === id)).length;
    const text = `${names} ${users.length === 1 ? "signs" : "sign"} in there, and it clicks the links of ${rivals} others`;
    odd.push({ figure: "sign-ins", share: rivals > 0 ? Math.min(1, 10 * share) : 0, text });
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
  const rows = await listRows<Found>(sql, { kind: kind ?? null, creatorId, limit: MAX_SUSPECTS });
  return { items: rows.slice(0, limit).map(toSuspect), nextCursor: null };
}

/** Returns one suspect with its networks. Throws `not_found` if it was not judged. */
export async function getSuspect(ctx: Pick<Ctx, "db">, suspect: string) {
  const { sql } = ctx.db;
  const [, kind, name = ""] = /^(creator|link|network):(.+)$/.exec(suspect) ?? [];
  const key = kind === "creator" ? await parseUser(sql, name) : name;
  const wanted = { kind: kind as SuspectKind, key, creatorId: null, limit: 1 };
  const [row] = await listRows<Found>(sql, wanted);
  if (!row)
    throw new AppError(
      "not_found",
      `Nothing is known about ${suspect}. Suspects are judged every hour.`,
    );
  const { odd, measures } = row.found;
  return {
    ...toSuspect(row),
    figures: Object.fromEntries(odd.map(({ figure, share }) => [figure, toPercent(share)])),
    networks: networkKinds.flatMap((kindOf) =>
      measures.networks[kindOf].map(([network, clicks, players, devices]) => ({
        ...{ network, kind: kindOf, clicks, players, devices },
      })),
    ),
  };
}

function toSuspect({ found, key, oddity, ...row }: SuspectRow<Found>) {
  const { odd, burst, measures, clicks, paidMicros, code } = found;
  return {
    ...row,
    suspect: `${row.kind}:${key}`,
    code: row.kind === "link" ? key : code,
    clicks,
    examined: measures.clicks,
    paidMicros: BigInt(paidMicros),
    riskMicros: (row.openMicros * BigInt(Math.round(oddity * 10_000))) / 10_000n,
    oddPercent: toPercent(oddity),
    why: odd.map(({ text }) => text),
    burst: burst.map(({ text }) => text),
  };
}

function toPercent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
