import { BoundedMap } from "@fairclick/core/bounded-map";
import type { RedirectLink } from "@fairclick/sql/campaigns/redirect-links";
import { type CachedCampaign, createCampaignPool, newCampaign } from "./campaign-pool";
import type { LookUpPermit } from "./look-up-limits";
import { creatorOf, linkText } from "./redirect-path";

export type CachedLink = { campaign: CachedCampaign; creatorId: string; disabled: boolean };

export type LinkKey = { campaignId: string; creatorId: string };

/** One object a link, since there may be a million: its creator is read from its text. */
type Entry = {
  campaign: CachedCampaign;
  disabled: boolean;
  loadedAt: number;
};

type Options = {
  loadLink: (key: LinkKey) => Promise<RedirectLink | null>;
  loadCode: (code: string) => Promise<RedirectLink | null>;
  now?: () => number;
  maxLinks?: number;
  maxUnknown?: number;
};

/** How long an entry is fresh, from its load on: a read never extends it. */
const LIFE_MS = 60_000;
/** How long a link that does not exist is answered from memory. */
const UNKNOWN_LIFE_MS = 5_000;
/** How old an entry may be that is answered at once and loaded again behind the answer. */
const LONGEST_LIFE_MS = 60 * 60_000;
/** How long Postgres is left alone after a failure. */
const ASK_AGAIN_MS = 1_000;
const MAX_LINKS = 1_000_000;
/** Links that do not exist have room of their own, so that they never displace real ones. */
const MAX_UNKNOWN = 20_000;
/** Room is kept for fewer codes than links: one that is not known is found by its index. */
const LINKS_A_CODE = 5;

/** Why Postgres is not queried for a link: this visitor has asked for too many that do not exist. */
export class TooManyLookUps extends Error {}

export type LinkCache = {
  /** The link of this text (see `linkText`) if it is known and fresh; null without a query otherwise. */
  find: (text: string) => CachedLink | null;
  /**
   * Returns a known link at once, and null for one that does not exist. A promise means a query, for
   * which the permit is needed; it rejects with `TooManyLookUps`, or while Postgres is away.
   */
  get: (key: LinkKey, permit: LookUpPermit) => Found | Promise<Found>;
  getByCode: (code: string, permit: LookUpPermit) => Found | Promise<Found>;
  /** Forgets what a change concerns: one link, all of a campaign, all of a creator. */
  drop: (change: Partial<LinkKey>) => void;
  dropAll: () => void;
  size: () => number;
};

type Found = CachedLink | null;
type LookUp = { text: string; ask: () => Promise<RedirectLink | null> };

export function createLinkCache(options: Options): LinkCache {
  const { loadLink, loadCode, now = Date.now } = options;
  const { maxLinks = MAX_LINKS, maxUnknown = MAX_UNKNOWN } = options;
  const links = new BoundedMap<string, Entry>(maxLinks);
  /** Texts of links, and codes behind a slash, with the time until which they do not exist. */
  const unknown = new BoundedMap<string, number>(maxUnknown);
  /** A code never changes its link. */
  const codes = new BoundedMap<string, LinkKey>(Math.ceil(maxLinks / LINKS_A_CODE));
  const campaigns = createCampaignPool();
  const loading = new Map<string, Promise<Found>>();
  let changes = 0;
  let askAgainAt = 0;

  const keep = (text: string, row: RedirectLink | null): Found => {
    if (!row) {
      links.delete(text);
      unknown.set(text, now() + UNKNOWN_LIFE_MS);
      return null;
    }
    const { campaignId, creatorId, code, disabled } = row;
    const entry = { campaign: campaigns.share(row), disabled, loadedAt: now() };
    // A code costs memory only where it is used.
    if (text.startsWith("/")) codes.set(code, { campaignId, creatorId });
    links.set(linkText(row), entry);
    return toLink(linkText(row), entry);
  };
  const load = async ({ text, ask }: LookUp): Promise<Found> => {
    const changesBefore = changes;
    const row = await ask().catch((error: unknown) => {
      askAgainAt = now() + ASK_AGAIN_MS;
      throw error;
    });
    if (changes === changesBefore) return keep(text, row);
    // What is loaded while a change is announced may be what there was before it: it is not kept.
    const { creatorId = "", disabled = false } = row ?? {};
    return row && { campaign: newCampaign(row), creatorId, disabled };
  };
  const loadOnce = (lookUp: LookUp): Promise<Found> => {
    const loaded = load(lookUp).finally(() => {
      if (loading.get(lookUp.text) === loaded) loading.delete(lookUp.text);
    });
    loading.set(lookUp.text, loaded);
    return loaded;
  };
  const lookUp = (wanted: LookUp, permit: LookUpPermit): Found | Promise<Found> => {
    const unknownUntil = unknown.get(wanted.text);
    if (unknownUntil !== undefined && now() < unknownUntil) return null;
    const underWay = loading.get(wanted.text);
    if (underWay) return underWay;
    if (now() < askAgainAt) return Promise.reject(new Error("Postgres failed a moment ago"));
    if (!permit.take()) return Promise.reject(new TooManyLookUps());
    return loadOnce(wanted).then(
      (link) => {
        if (link) permit.giveBack();
        return link;
      },
      (error: unknown) => {
        permit.giveBack();
        throw error;
      },
    );
  };
  /** The failure of a load that nobody waits for is seen by the next visitor of an unknown link. */
  const loadBehind = (wanted: LookUp) => {
    if (now() >= askAgainAt && !loading.has(wanted.text)) loadOnce(wanted).catch(() => {});
  };
  const startAnew = () => {
    changes += 1;
    loading.clear();
  };
  const peek = (text: string) => {
    const entry = links.get(text);
    return entry?.campaign.dropped ? undefined : entry;
  };
  const get = (key: LinkKey, permit: LookUpPermit): Found | Promise<Found> => {
    const text = linkText(key);
    const entry = peek(text);
    const wanted = { text, ask: () => loadLink(key) };
    if (!entry || now() >= entry.loadedAt + LONGEST_LIFE_MS) return lookUp(wanted, permit);
    if (now() >= entry.loadedAt + LIFE_MS) loadBehind(wanted);
    return toLink(text, entry);
  };

  return {
    find: (text) => {
      const entry = peek(text);
      return entry && now() < entry.loadedAt + LIFE_MS ? toLink(text, entry) : null;
    },
    get,
    getByCode: (code, permit) => {
      const known = codes.get(code);
      if (known) return get(known, permit);
      return lookUp({ text: `/${code}`, ask: () => loadCode(code) }, permit);
    },
    drop: ({ campaignId, creatorId }) => {
      startAnew();
      if (campaignId && creatorId) {
        links.delete(linkText({ campaignId, creatorId }));
        unknown.delete(linkText({ campaignId, creatorId }));
      } else if (campaignId) campaigns.drop(campaignId);
      else {
        for (const text of links.keys()) if (creatorOf(text) === creatorId) links.delete(text);
      }
    },
    dropAll: () => {
      startAnew();
      links.clear();
      codes.clear();
      unknown.clear();
    },
    size: () => links.size,
  };
}

function toLink(text: string, { campaign, disabled }: Entry): CachedLink {
  return { campaign, creatorId: creatorOf(text), disabled };
}
