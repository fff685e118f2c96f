import { findHostProblem, parseHost } from "../../campaigns/public-host";
import { t } from "../../language/t";

export const channelPlatforms = [
  "youtube",
  "tiktok",
  "twitch",
  "instagram",
  "x",
  "website",
] as const;
export type ChannelPlatform = (typeof channelPlatforms)[number];

export type Channel = {
  platform: ChannelPlatform;
  /** `@name` in lower case, or the host of a website without `www.`: equal for equal channels. */
  name: string;
  /** The page that is read. */
  url: string;
};

type Site = { hosts: readonly string[]; path: RegExp; url: (name: string) => string };

/** The names are ASCII only: letters of other alphabets could imitate a famous channel. */
const sites: Record<Exclude<ChannelPlatform, "website">, Site> = {
  youtube: {
    hosts: ["youtube.com"],
    path: /^\/@([a-z0-9._-]{3,30})\/?$/i,
    url: (name) => `https://www.youtube.com/@${name}`,
  },
  tiktok: {
    hosts: ["tiktok.com"],
    path: /^\/@([a-z0-9._]{2,24})\/?$/i,
    url: (name) => `https://www.tiktok.com/@${name}`,
  },
  twitch: {
    hosts: ["twitch.tv"],
    path: /^\/([a-z0-9_]{3,25})\/?$/i,
    url: (name) => `https://www.twitch.tv/${name}`,
  },
  instagram: {
    hosts: ["instagram.com"],
    path: /^\/([a-z0-9._]{1,30})\/?$/i,
    url: (name) => `https://www.instagram.com/${name}/`,
  },
  x: {
    hosts: ["x.com", "twitter.com"],
    path: /^\/([a-z0-9_]{1,15})\/?$/i,
    url: (name) => `https://x.com/${name}`,
  },
};
const platforms = Object.keys(sites) as (keyof typeof sites)[];

const LONGEST_TEXT = 300;

export const describeAccepted = () =>
  t`Enter the address of a channel: youtube.com/@name, tiktok.com/@name, twitch.tv/name, instagram.com/name, x.com/name, or the home page of your own website.`;

/** Returns the channel that a typed address names, in its one normal form; null if it names none. */
export function parseChannel(text: string): Channel | null {
  const url = text.length <= LONGEST_TEXT ? URL.parse(withScheme(text.trim())) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  if (url.username || url.password || url.port) return null;
  const host = parseHost(url.href);
  const platform = platforms.find((each) => sites[each].hosts.some((own) => isWithin(host, own)));
  return platform ? parsePlatform(platform, url, host) : parseWebsite(url, host);
}

/** Whether an address to which a channel's page redirects is still that channel. */
export function isSameChannel({ platform, name }: Channel, url: URL): boolean {
  if (platform === "website") return websiteName(parseHost(url.href)) === name;
  const found = parseChannel(url.href);
  return found?.platform === platform && found.name === name;
}

function withScheme(text: string): string {
  return text.includes("://") ? text : `https://${text}`;
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Other subdomains of a platform hold other things than channels. */
const channelHost = /^(www\.|m\.|mobile\.)?[^.]+\.[^.]+$/;

function parsePlatform(
  platform: (typeof platforms)[number],
  { pathname }: URL,
  host: string,
): Channel | null {
  const { path, url } = sites[platform];
  const [, typed] = path.exec(pathname) ?? [];
  if (typed === undefined || !channelHost.test(host)) return null;
  const name = typed.toLowerCase();
  return { platform, name: `@${name}`, url: url(name) };
}

/**
 * Only the home page proves a website: on many sites everybody can write a page of their own, or make
 * one repeat what its address says.
 */
function parseWebsite({ href, pathname }: URL, host: string): Channel | null {
  if (pathname !== "/" || /^[\d.]+$|^\[/.test(host) || findHostProblem(href) !== null) return null;
  return { platform: "website", name: websiteName(host), url: `https://${host}/` };
}

function websiteName(host: string): string {
  return host.replace(/^www\./, "");
}
