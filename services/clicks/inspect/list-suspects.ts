import {
  MIN_EXAMINED,
  type SuspectFacts,
  type SuspectOrder,
  type SuspectsQuery,
  type Suspicion,
  suspectLink,
} from "@fairclick/core/clicks/suspects";
import { asBooks } from "@fairclick/core/ip/as-books";
import { limitedRead } from "@fairclick/sql/clicks/flagged-clicks";
import {
  type ConcentrationKind,
  type LinkConcentration,
  type LinkFigures,
  listPaidLinks,
  type PaidLinkRow,
  readConcentrations,
  readLinkFigures,
} from "@fairclick/sql/clicks/suspects";
import { withTx } from "@fairclick/sql/db/tx";
import { parseUser } from "../../accounts/find-user";
import type { Ctx } from "../../context";

const DAY_MS = 86_400_000;
/** Max links to read counters of. */
const MAX_LINKS = 20_000;
/** Newest paid clicks that are examined per compared link. */
const EXAMINED_CLICKS = 300;
const COMPARED_LINKS = 100;
/** Examined clicks per link with addresses to look up in the week before the period. */
const TRACED_CLICKS = 50;
const TRACED_DAYS = 7;
const SHARED_ASNS = [...asBooks.carrier, ...asBooks.campus];

export type SuspectLink = PaidLinkRow & {
  facts: SuspectFacts;
  suspicion: Suspicion;
  riskMicros: bigint;
};

export type Suspects = { items: SuspectLink[]; from: Date; links: number; compared: number };

/**
 * Ranks links by what is odd in their paid clicks and by the money that was paid for them. Compares
 * the `COMPARED_LINKS` links with the most money of the last days, by their newest clicks.
 */
export async function listSuspects(
  ctx: Pick<Ctx, "db" | "now">,
  { campaign, creator, days, sort, limit }: SuspectsQuery,
): Promise<Suspects> {
  const now = ctx.now().getTime();
  const from = new Date(Math.floor(now / DAY_MS - days) * DAY_MS);
  return withTx(
    ctx.db,
    async (tx) => {
      const links = await listPaidLinks(tx, {
        campaignId: campaign ?? null,
        creatorId: creator === undefined ? null : await parseUser(tx, creator),
        from,
        leastClicks: MIN_EXAMINED,
        mostRead: MAX_LINKS,
        limit: COMPARED_LINKS,
      });
      const query = {
        links,
        span: { from, to: new Date(now + DAY_MS) },
        clicks: EXAMINED_CLICKS,
        traced: TRACED_CLICKS,
        tracedFrom: new Date(from.getTime() - TRACED_DAYS * DAY_MS),
        sharedAsns: SHARED_ASNS,
      };
      const figures = await readLinkFigures(tx, query);
      const concentrations = await readConcentrations(tx, query);
      const items = rate(links, figures, concentrations).sort(comparing(sort)).slice(0, limit);
      return { items, from, links: links[0]?.links ?? 0, compared: links.length };
    },
    limitedRead,
  );
}

function rate(
  links: readonly PaidLinkRow[],
  figures: readonly LinkFigures[],
  concentrations: readonly LinkConcentration[],
): SuspectLink[] {
  const facts = figures.map((found): [PaidLinkRow | undefined, SuspectFacts] => {
    const link = links[found.place];
    const top = (kind: ConcentrationKind) =>
      concentrations.find((each) => each.place === found.place && each.kind === kind) ?? null;
    const own = { clicks: link?.clicks ?? 0, joined: link?.joined ?? 0 };
    const others = {
      clicks: (link?.allClicks ?? 0) - own.clicks,
      joined: (link?.allJoined ?? 0) - own.joined,
    };
    const { place, ...counts } = found;
    return [
      link,
      {
        ...counts,
        net24: top("net24"),
        net48: top("net48"),
        asn: top("asn"),
        deviceClass: top("deviceClass"),
        agent: top("agent"),
        payer: link?.sharesBank ?? false,
        own,
        others,
      },
    ];
  });
  const mean = (read: (facts: SuspectFacts) => number) => {
    const sum = facts.reduce((total, [, each]) => total + read(each), 0);
    return (own: number) => (sum - own) / Math.max(1, facts.length - 1);
  };
  const fresh = mean(freshShare);
  const returning = mean(returningShare);
  return facts.flatMap(([link, each]) => {
    if (!link) return [];
    const elsewhere = {
      fresh: fresh(freshShare(each)),
      returning: returning(returningShare(each)),
    };
    const suspicion = suspectLink(each, elsewhere);
    const permyriad = BigInt(Math.round(suspicion.oddity * 10_000));
    return [
      { ...link, facts: each, suspicion, riskMicros: (link.paidMicros * permyriad) / 10_000n },
    ];
  });
}

function freshShare({ fresh, traced }: SuspectFacts): number {
  return traced === 0 ? 0 : fresh / traced;
}

function returningShare({ returning, examined }: SuspectFacts): number {
  return returning / examined;
}

function comparing(sort: SuspectOrder) {
  return (a: SuspectLink, b: SuspectLink) =>
    sortKey(b, sort) - sortKey(a, sort) || Number(b.paidMicros - a.paidMicros);
}

function sortKey({ suspicion, riskMicros, paidMicros, clicks }: SuspectLink, sort: SuspectOrder) {
  switch (sort) {
    case "risk":
      return Number(riskMicros);
    case "odd":
      return suspicion.oddity;
    case "money":
      return Number(paidMicros);
    case "clicks":
      return clicks;
    case "joins":
      return -(suspicion.percents.joins ?? Number.MAX_SAFE_INTEGER);
    default:
      return suspicion.percents[sort] ?? -1;
  }
}
