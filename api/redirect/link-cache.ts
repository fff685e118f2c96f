import { BoundedMap } from "@fairclick/core/memory";
import type { RedirectLink } from "@fairclick/sql/campaigns/links";
import { type CachedCampaign, createCampaignPool, newCampaign } from "./campaign-pool";
import type { LookUpPermit } from "./look-up-limits";
import { type LinkId, linkKey, parseKeyCreator } from "./redirect-path";

export type CachedLink = {
  campaign: CachedCampaign;
  creatorId: string;
  disabled: boolean;
  /** Names that its short address can end with. */
  names: readonly string[];
};

/** One object per link, as there can be a million; the creator is parsed from the key. */
type Entry = {
  campaign: CachedCampaign;
  disabled: boolean;
  names: readonly string[];
  loadedAt: number;
};

type Options = {
  loadLink: (id: LinkId) => Promise<RedirectLink | null>;
  loadCode: (code: string) => Promise<RedirectLink | null>;
  now?: () => number;
  maxLinks?: number;
  maxUnknown?: number;
};

/** How long an entry is fresh after its load; reads do not extend it. */
const LIFE_MS = 60_000;
const UNKNOWN_LIFE_MS = 5_000;
/** Max age of a stale entry that is still served while it is reloaded in the background. */
const MAX_STALE_MS = 60 * 60_000;
/** How long no entry is reloaded in the background after a failure. */
const RETRY_AFTER_MS = 1_000;
const MAX_RELOADS = 4;
const MAX_LINKS = 1_000_000;
/** Missing links have a separate map, so that they never evict real ones. */
const MAX_UNKNOWN = 20_000;
/** Fewer codes than links are cached; the others are looked up by their index. */
const LINKS_PER_CODE = 5;

/** Shared by all links without names, to save memory. */
const noNames: readonly string[] = [];

/** Thrown instead of a query if this visitor has requested too many missing links. */
export class TooManyLookUps extends Error {}

export type LinkCache = {
  /** Returns the link of this key (see `linkKey`) if it is cached and fresh, else null. Never queries. */
  find: (key: string) => CachedLink | null;
  /**
   * Returns a cached link directly, and null if it is known not to exist. A promise means a query,
   * which takes from the permit; it rejects with `TooManyLookUps`, or if Postgres fails.
   */
  get: (id: LinkId, permit: LookUpPermit) => Found | Promise<Found>;
  getByCode: (code: string, permit: LookUpPermit) => Found | Promise<Found>;
  /** Drops what a change affects: one link, all links of a campaign, or all links of a creator. */
  drop: (change: Partial<LinkId>) => void;
  /** Reloads every entry in the background when it is next visited: changes may have been missed. */
  markStale: () => void;
  size: () => number;
};

type Found = CachedLink | null;
type LookUp = { key: string; query: () => Promise<RedirectLink | null> };

export function createLinkCache(options: Options): LinkCache {
  const { loadLink, loadCode, now = Date.now } = options;
  const { maxLinks = MAX_LINKS, maxUnknown = MAX_UNKNOWN } = options;
  const links = new BoundedMap<string, Entry>(maxLinks);
  /** Keys of missing links (codes with a leading slash), with the time when the entry expires. */
  const unknown = new BoundedMap<string, number>(maxUnknown);
  /** Never invalidated: a code keeps its link forever. */
  const codes = new BoundedMap<string, LinkId>(Math.ceil(maxLinks / LINKS_PER_CODE));
  const campaigns = createCampaignPool();
  const loading = new Map<string, Promise<Found>>();
  /** Visited entries that are not fresh, the first visited first. */
  const reloads = new Map<string, LookUp>();
  let reloading = 0;
  let reloadAfter = 0;
  let changes = 0;
  /** Entries that were loaded until then are not fresh. */
  let staleUntil = 0;

  const store = (key: string, row: RedirectLink | null, loadedAt: number): Found => {
    if (!row) {
      links.delete(key);
      unknown.set(key, now() + UNKNOWN_LIFE_MS);
      return null;
    }
    const { campaignId, creatorId, code, disabled } = row;
    const names = row.names.length > 0 ? row.names : noNames;
    const entry = { campaign: campaigns.share(row), disabled, names, loadedAt };
    // Codes take memory only if they are used.
    if (key.startsWith("/")) codes.set(code, { campaignId, creatorId });
    links.set(linkKey(row), entry);
    return toLink(linkKey(row), entry);
  };
  const load = async ({ key, query }: LookUp): Promise<Found> => {
    const changesBefore = changes;
    const sentAt = now();
    const row = await query();
    if (changes === changesBefore) return store(key, row, sentAt);
    // A change was announced during the load, so the row may be outdated: do not cache it.
    if (!row) return null;
    const { creatorId, disabled, names } = row;
    return { campaign: newCampaign(row), creatorId, disabled, names };
  };
  const loadOnce = (lookUp: LookUp): Promise<Found> => {
    const loaded = load(lookUp).finally(() => {
      if (loading.get(lookUp.key) === loaded) loading.delete(lookUp.key);
    });
    loading.set(lookUp.key, loaded);
    return loaded;
  };
  const lookUp = (wanted: LookUp, permit: LookUpPermit): Found | Promise<Found> => {
    const unknownUntil = unknown.get(wanted.key);
    if (unknownUntil !== undefined && now() < unknownUntil) return null;
    const pending = loading.get(wanted.key);
    if (pending) return pending;
    if (!permit.take()) return Promise.reject(new TooManyLookUps());
    return loadOnce(wanted).then(
      (link) => {
        if (link) permit.restore();
        return link;
      },
      (error: unknown) => {
        permit.restore();
        throw error;
      },
    );
  };
  /** Ignores failures: the next look-up of an uncached link reports them. */
  const reloadNext = () => {
    for (const [key, wanted] of reloads) {
      if (reloading >= MAX_RELOADS) return;
      reloads.delete(key);
      reloading += 1;
      void loadOnce(wanted)
        .catch(() => {
          reloadAfter = now() + RETRY_AFTER_MS;
          reloads.clear();
        })
        .finally(() => {
          reloading -= 1;
          reloadNext();
        });
    }
  };
  const reloadInBackground = (wanted: LookUp) => {
    if (now() < reloadAfter || loading.has(wanted.key)) return;
    reloads.set(wanted.key, wanted);
    reloadNext();
  };
  const isFresh = ({ loadedAt }: Entry) => loadedAt > staleUntil && now() < loadedAt + LIFE_MS;
  const peek = (key: string) => {
    const entry = links.get(key);
    return entry?.campaign.dropped ? undefined : entry;
  };
  const get = (id: LinkId, permit: LookUpPermit): Found | Promise<Found> => {
    const key = linkKey(id);
    const entry = peek(key);
    const wanted = { key, query: () => loadLink(id) };
    if (!entry || now() >= entry.loadedAt + MAX_STALE_MS) return lookUp(wanted, permit);
    if (!isFresh(entry)) reloadInBackground(wanted);
    return toLink(key, entry);
  };

  return {
    find: (key) => {
      const entry = peek(key);
      return entry && isFresh(entry) ? toLink(key, entry) : null;
    },
    get,
    getByCode: (code, permit) => {
      const known = codes.get(code);
      if (known) return get(known, permit);
      return lookUp({ key: `/${code}`, query: () => loadCode(code) }, permit);
    },
    drop: ({ campaignId, creatorId }) => {
      changes += 1;
      loading.clear();
      if (campaignId && creatorId) {
        links.delete(linkKey({ campaignId, creatorId }));
        unknown.delete(linkKey({ campaignId, creatorId }));
      } else if (campaignId) campaigns.drop(campaignId);
      else {
        for (const key of links.keys()) if (parseKeyCreator(key) === creatorId) links.delete(key);
      }
    },
    markStale: () => {
      staleUntil = now();
      unknown.clear();
    },
    size: () => links.size,
  };
}

function toLink(key: string, { campaign, disabled, names }: Entry): CachedLink {
  return { campaign, creatorId: parseKeyCreator(key), disabled, names };
}
