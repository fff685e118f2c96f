/** @jsxImportSource hono/jsx */
import { genres } from "@fairclick/core/campaigns/genres";
import { isJoinable } from "@fairclick/core/campaigns/status";
import { policy as releasePolicy } from "@fairclick/core/clicks/release-policy";
import { AppError } from "@fairclick/core/errors";
import { asId, type CampaignId, isUuid } from "@fairclick/core/ids";
import { currentLanguage, t } from "@fairclick/core/language/t";
import { findFirstWaits } from "@fairclick/core/money/holds";
import { describeMinimums } from "@fairclick/core/money/payout-countries";
import { limitRequest } from "@fairclick/services/accounts/limits";
import { getListedCampaign, listCampaigns } from "@fairclick/services/campaigns/read-campaigns";
import { type Ctx, withTimeout } from "@fairclick/services/context";
import { openLine, sharingNetwork } from "@fairclick/services/shares";
import type { Child } from "hono/jsx";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { ApiDeps } from "../app-env";
import { presentListedCampaign } from "../campaigns/campaigns";
import { readPolicy } from "../clicks/policy";
import { describePrivacy } from "../operations/system";
import type { PageView } from "./frame";
import { Landing, type Listed } from "./landing";
import { PrivacyPage, TermsPage } from "./legal";
import { Campaign, Market, NoCampaign, Unavailable } from "./market";
import { RulesPage } from "./rules";

export type RenderedPage = {
  status: 200 | 404 | 503;
  /** Null if it is the one of `publicPages`. */
  title: string | null;
  body: string;
  /** The campaign that the page is about, for link previews; null if it advertises none. */
  campaign: Listed | null;
};

export type PageRequest = { view: PageView; query: URLSearchParams; ip: string };

type Reader = { deps: ApiDeps; ctx: Ctx; view: PageView };

/** How long a page is kept: a crowd reads each one once in this time. */
const KEPT_MS = 5_000;
const MAX_KEPT = 200;
/** Longest time that a page waits for Postgres (ms). */
const TIMEOUT_MS = 3_000;
/** Pages that are read at once: strangers can ask for any number of searches. */
const AT_ONCE = 4;
const MAX_WAITING = 100;
const MAX_WAITING_OF_NETWORK = 20;

/** Opens the pages that are complete without a script. Returns null for all other paths. */
export function openPublicPages(deps: ApiDeps) {
  const kept = new LRUCache<string, Promise<RenderedPage>>({ max: MAX_KEPT, ttl: KEPT_MS });
  const busy = () => new AppError("unavailable", t`Too many people ask at once.`);
  const line = openLine({
    atOnce: AT_ONCE,
    total: MAX_WAITING,
    perUser: MAX_WAITING_OF_NETWORK,
    perNetwork: MAX_WAITING_OF_NETWORK,
    refuse: busy,
  });
  const { db, now, log, queue } = deps;
  const ctx: Ctx = { actor: { kind: "public" }, db, now, log, queue };

  return ({ view, query, ip }: PageRequest): Promise<RenderedPage> | null => {
    const wanted = parseMarket(query);
    const read = findReader(view.path, wanted);
    if (!read) return null;
    const search = view.path === "/campaigns" ? wanted : null;
    const key = JSON.stringify([
      currentLanguage(),
      view.inAddress,
      view.path.toLowerCase(),
      search,
    ]);
    const known = kept.get(key);
    if (known) return known;
    const network = sharingNetwork(ip);
    const readForAll = () => {
      const shared = kept.get(key);
      if (shared) return shared;
      const page = line({ userId: network, network }, () => read({ deps, ctx, view }));
      kept.set(key, page);
      page.catch((error: unknown) => {
        kept.delete(key);
        if (!(error instanceof AppError)) log.error({ err: error }, "page");
      });
      return page;
    };
    // Counted before the page is shared: nobody else waits for a visitor who is refused.
    return limitRequest(deps.limits, "read", { id: null, ip })
      .then(readForAll)
      .catch(() => renderUnavailable(view));
  };
}

const inTime = <Result,>(work: Promise<Result>) => withTimeout(work, TIMEOUT_MS, "Postgres");

const marketSchema = z.object({
  search: z
    .string()
    .transform((text) =>
      text
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, 120),
    )
    .optional(),
  genre: z.enum(genres).optional().catch(undefined),
  sort: z.enum(["price", "budget"]).optional().catch(undefined),
  cursor: z.uuid().optional().catch(undefined),
});

type MarketQuery = z.output<typeof marketSchema>;

/** Ignores what it does not know. */
function parseMarket(query: URLSearchParams): MarketQuery {
  return marketSchema.parse(Object.fromEntries(query));
}

const CAMPAIGN = "/campaigns/";

function findReader(path: string, wanted: MarketQuery) {
  if (path.startsWith(CAMPAIGN)) {
    return (reader: Reader) => renderCampaign(path.slice(CAMPAIGN.length), reader);
  }
  switch (path) {
    case "/":
      return renderLanding;
    case "/campaigns":
      return (reader: Reader) => renderMarket(wanted, reader);
    case "/rules":
      return renderRules;
    case "/terms":
      return renderTerms;
    case "/privacy":
      return renderPrivacy;
    default:
      return null;
  }
}

const GAMES = 3;

async function renderLanding({ deps, ctx, view }: Reader): Promise<RenderedPage> {
  const { config, now } = deps;
  // The page explains the product also while Postgres is away.
  const [games, policy] = await Promise.all([
    inTime(listCampaigns(ctx, { scope: "all", limit: GAMES, sort: "budget" })).catch(() => null),
    inTime(readPolicy(deps)).catch(() => releasePolicy),
  ]);
  const facts = {
    games: games?.items.map(presentListedCampaign) ?? [],
    windowSeconds: config.clickWindowSeconds,
    burstClicks: policy.burstClicks,
    feeBasisPoints: config.feeBasisPoints,
    firstWaits: findFirstWaits(config),
    minimums: describeMinimums(config.minWithdrawalDollars),
    now: now(),
  };
  return describe(<Landing view={view} facts={facts} />);
}

const CARDS = 24;

async function renderMarket(wanted: MarketQuery, { ctx, view }: Reader): Promise<RenderedPage> {
  const { items, nextCursor } = await inTime(
    listCampaigns(ctx, { ...wanted, scope: "all", limit: CARDS }),
  );
  const games = items.map(presentListedCampaign);
  return describe(<Market view={view} wanted={wanted} games={games} next={nextCursor} />);
}

async function renderCampaign(id: string, { ctx, view }: Reader): Promise<RenderedPage> {
  const missing = {
    status: 404,
    title: t`There is no campaign here`,
    campaign: null,
  } as const;
  const none = () => ({ ...missing, body: write(<NoCampaign view={view} />) });
  if (!isUuid(id)) return none();
  const found = await inTime(getListedCampaign(ctx, asId<CampaignId>(id.toLowerCase()))).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    },
  );
  if (!found) return none();
  const campaign = presentListedCampaign(found);
  const isOpen = isJoinable(campaign.status);
  return {
    status: 200,
    title: isOpen ? campaign.name : t`Campaign`,
    body: write(<Campaign view={view} campaign={campaign} />),
    campaign: isOpen ? campaign : null,
  };
}

async function renderRules({ deps, view }: Reader): Promise<RenderedPage> {
  const policy = await inTime(readPolicy(deps));
  return describe(<RulesPage view={view} policy={policy} />);
}

async function renderTerms({ deps, view }: Reader): Promise<RenderedPage> {
  const policy = await inTime(readPolicy(deps));
  return describe(<TermsPage view={view} policy={policy} />);
}

async function renderPrivacy({ deps, view }: Reader): Promise<RenderedPage> {
  const privacy = describePrivacy(deps.config);
  return describe(<PrivacyPage view={view} privacy={privacy} />);
}

function renderUnavailable(view: PageView): RenderedPage {
  return {
    status: 503,
    title: null,
    body: write(<Unavailable view={view} />),
    campaign: null,
  };
}

function describe(page: Child): RenderedPage {
  return { status: 200, title: null, body: write(page), campaign: null };
}

/** Every text in the page is escaped. */
const write = (page: Child) => String(page);
