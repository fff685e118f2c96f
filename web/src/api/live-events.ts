import type { LiveClick } from "@fairclick/core/clicks/campaign-clicks";
import { readToken } from "../session/token";
import { api } from "./client";
import { followStream } from "./follow-stream";

/** The stream's events, by name. */
type LiveEvents = {
  notices: { unread: number };
  clicks: LiveClick[];
  answers: { changed: { address: string; answer: unknown }[]; same: string[] };
};

type Listeners = { [Name in keyof LiveEvents]?: (data: LiveEvents[Name]) => void };

/** A part of the page that follows events. */
type Part = {
  /** The campaign of the link to follow the clicks of. */
  link?: string;
  /** Addresses of the API to follow the answers of. */
  reads?: string[];
  on: Listeners;
  onConnected?: (is: boolean) => void;
};

/** Delay before the stream opens (ms), because the parts of a page register one after another. */
const SETTLE_MS = 250;
/** Max addresses that the server follows per stream. */
const MAX_READS = 12;

const parts = new Set<Part>();
let stream: { address: string; token: string | null; stop: () => void } | null = null;
/** The id of the last `clicks` event, from which a new stream for the same link resumes. */
let latest: { link: string | undefined; id: string | null } = { link: undefined, id: null };
let connected = false;
let unread: LiveEvents["notices"] | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Follows events over the tab's only stream while the page is visible: hidden pages would use up the browser's
 * connections. The stream reconnects when the followed link or addresses change.
 */
export function followEvents(part: Part): { read: (reads: string[]) => void; stop: () => void } {
  if (parts.size === 0) document.addEventListener("visibilitychange", openLater);
  parts.add(part);
  if (unread) part.on.notices?.(unread);
  if (connected) part.onConnected?.(true);
  openLater();
  return {
    read: (reads) => {
      part.reads = reads;
      openLater();
    },
    stop: () => {
      parts.delete(part);
      if (parts.size > 0) return openLater();
      document.removeEventListener("visibilitychange", openLater);
      clearTimeout(timer);
      open();
    },
  };
}

function openLater(): void {
  clearTimeout(timer);
  timer = setTimeout(open, SETTLE_MS);
}

/** Opens, replaces or closes the stream as the parts need it. */
function open(): void {
  const isNeeded = parts.size > 0 && document.visibilityState === "visible";
  const link = [...parts].find((part) => part.link !== undefined)?.link;
  const url = isNeeded ? buildUrl(link) : null;
  const token = readToken();
  const isSameUser = stream?.token === token;
  if (stream?.address === url?.href && isSameUser) return;
  stream?.stop();
  stream = null;
  unread = null;
  if (latest.link !== link || !isSameUser) latest = { link, id: null };
  if (!url) {
    onConnected(false);
    return;
  }
  stream = {
    address: url.href,
    token,
    stop: followStream(url, { on, onConnected, resume: latest }),
  };
}

function buildUrl(link: string | undefined): URL {
  const reads = [...parts].flatMap((part) => part.reads ?? []);
  const read = [...new Set(reads)].sort().slice(0, MAX_READS);
  return api.events.$url({ query: { ...(link ? { link } : {}), ...(read[0] ? { read } : {}) } });
}

const on: Required<Listeners> = {
  notices: (data) => {
    unread = data;
    for (const part of parts) part.on.notices?.(data);
  },
  clicks: (data) => {
    for (const part of parts) part.on.clicks?.(data);
  },
  answers: (data) => {
    for (const part of parts) part.on.answers?.(data);
  },
};

function onConnected(is: boolean): void {
  connected = is;
  for (const part of parts) part.onConnected?.(is);
}
