import { BoundedMap } from "@fairclick/core/bounded-map";
import type { RedirectLink } from "@fairclick/sql/redirect-links";
import { type CachedCampaign, createCampaignPool, newCampaign } from "./campaign-pool";
import { creatorOf, linkText } from "./redirect-path";

export type CachedLink = { campaign: CachedCampaign; creatorId: string; disabled: boolean };

export type LinkKey = { campaignId: string; creatorId: string };

/**
 * One object a link, since there may be a million: its creator is read from its text. Without a
 * campaign there is no such link.
 */
type Entry = {
  campaign: CachedCampaign | null;
  disabled: boolean;
  loadedAt: number;
  freshUntil: number;
};

type Options = {
  loadLink: (key: LinkKey) => Promise<RedirectLink | null>;
  loadCode: (code: string) => Promise<RedirectLink | null>;
  now?: () => number;
  maxLinks?: number;
};

/** From the load on; a read never extends it. */
const LIFE_MS = 60_000;
/** Short, and enough that a scan of made-up links does not reach Postgres. */
const UNKNOWN_LIFE_MS = 5_000;
/** While Postgres cannot be asked an old entry is better than none, and is asked about again soon. */
const LIFE_WITHOUT_POSTGRES_MS = 60 * 60_000;
const ASK_AGAIN_MS = 1_000;
const MAX_LINKS = 1_000_000;
/** Room is kept for fewer codes than links: one that is not known is asked for by its index. */
const LINKS_A_CODE = 5;

export type LinkCache = {
  /** The link of this text (see `linkText`) when it is known and fresh: nothing is asked for. */
  find: (text: string) => CachedLink | null;
  /** At once when it is known, null when there is none; rejects when it is not known and cannot be asked for. */
  get: (key: LinkKey) => CachedLink | null | Promise<CachedLink | null>;
  getByCode: (code: string) => CachedLink | null | Promise<CachedLink | null>;
  /** Forgets what a change concerns: one link, all of a campaign, all of a creator. */
  drop: (change: Partial<LinkKey>) => void;
  dropAll: () => void;
  size: () => number;
};

export function createLinkCache(options: Options): LinkCache {
  const { loadLink, loadCode, now = Date.now, maxLinks = MAX_LINKS } = options;
  const links = new BoundedMap<string, Entry>(maxLinks);
  /** A code never changes what it stands for; what that is worth is kept with the link alone. */
  const codes = new BoundedMap<string, LinkKey | { unknownUntil: number }>(
    Math.ceil(maxLinks / LINKS_A_CODE),
  );
  const campaigns = createCampaignPool();
  const loading = new Map<string, Promise<CachedLink | null>>();
  let changes = 0;

  /** What is loaded while a change is announced may be what there was before it: it is not kept. */
  const load = async (key: string, ask: () => Promise<RedirectLink | null>) => {
    const changesBefore = changes;
    const row = await ask();
    if (changes !== changesBefore) {
      return row && toLink(linkText(row), newEntry(row, newCampaign(row), now()));
    }
    if (!row) {
      if (key.startsWith("/")) codes.set(key.slice(1), { unknownUntil: now() + UNKNOWN_LIFE_MS });
      else links.set(key, noEntry(now()));
      return null;
    }
    const { campaignId, creatorId, code } = row;
    const entry = newEntry(row, campaigns.share(row), now());
    // A code costs memory only where it is used.
    if (key.startsWith("/")) codes.set(code, { campaignId, creatorId });
    links.set(linkText(row), entry);
    return toLink(linkText(row), entry);
  };
  const loadOnce = (key: string, ask: () => Promise<RedirectLink | null>, old?: Entry) => {
    const underWay = loading.get(key);
    if (underWay) return underWay;
    const loaded = load(key, ask)
      .catch((error: unknown) => {
        if (!old || now() >= old.loadedAt + LIFE_WITHOUT_POSTGRES_MS) throw error;
        old.freshUntil = now() + ASK_AGAIN_MS;
        return toLink(key, old);
      })
      .finally(() => {
        if (loading.get(key) === loaded) loading.delete(key);
      });
    loading.set(key, loaded);
    return loaded;
  };
  const startAnew = () => {
    changes += 1;
    loading.clear();
  };
  const peek = (text: string) => {
    const entry = links.get(text);
    return entry?.campaign?.dropped ? undefined : entry;
  };
  const get = (key: LinkKey) => {
    const text = linkText(key);
    const entry = peek(text);
    return entry && now() < entry.freshUntil
      ? toLink(text, entry)
      : loadOnce(text, () => loadLink(key), entry);
  };

  return {
    find: (text) => {
      const entry = peek(text);
      return entry && now() < entry.freshUntil ? toLink(text, entry) : null;
    },
    get,
    getByCode: (code) => {
      const known = codes.get(code);
      if (known && "campaignId" in known) return get(known);
      if (known && now() < known.unknownUntil) return null;
      return loadOnce(`/${code}`, () => loadCode(code));
    },
    drop: ({ campaignId, creatorId }) => {
      startAnew();
      if (campaignId && creatorId) links.delete(linkText({ campaignId, creatorId }));
      else if (campaignId) campaigns.drop(campaignId);
      else {
        for (const text of links.keys()) if (creatorOf(text) === creatorId) links.delete(text);
      }
    },
    dropAll: () => {
      startAnew();
      links.clear();
      codes.clear();
    },
    size: () => links.size,
  };
}

function toLink(text: string, { campaign, disabled }: Entry): CachedLink | null {
  return campaign && { campaign, creatorId: creatorOf(text), disabled };
}

function newEntry({ disabled }: RedirectLink, campaign: CachedCampaign, loadedAt: number): Entry {
  return { campaign, disabled, loadedAt, freshUntil: loadedAt + LIFE_MS };
}

function noEntry(loadedAt: number): Entry {
  return { campaign: null, disabled: false, loadedAt, freshUntil: loadedAt + UNKNOWN_LIFE_MS };
}
