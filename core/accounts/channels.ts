import { z } from "zod";
import { t } from "../language/t";
import { dataResponse, timeSchema } from "../schemas";
import { findHostProblem, parseHost } from "../web-addresses";

const channelPlatforms = ["youtube", "tiktok", "twitch", "instagram", "x", "website"] as const;
type ChannelPlatform = (typeof channelPlatforms)[number];

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

const describeAccepted = () =>
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

/** An address in any accepted form; the output is the channel. */
export const channelAddressSchema = z
  .string({ error: describeAccepted })
  .max(300, { error: describeAccepted })
  .transform((text, ctx) => {
    const channel = parseChannel(text);
    if (channel) return channel;
    ctx.addIssue({ code: "custom", message: describeAccepted() });
    return z.NEVER;
  });

export const newChannelSchema = z.object({ url: channelAddressSchema });

export const verifiedChannelSchema = z.object({
  platform: z.enum(channelPlatforms),
  name: z.string(),
  url: z.string(),
});
export type VerifiedChannel = z.infer<typeof verifiedChannelSchema>;

export const channelResponseSchema = verifiedChannelSchema.extend({
  _id: z.string(),
  /** What the description must hold. */
  code: z.string(),
  linkBack: z.string(),
  verifiedAt: timeSchema.nullable(),
  verifiedBy: z.enum(["code", "operator"]).nullable(),
  /** An operator took the mark away. */
  revoked: z.boolean(),
  checkedAt: timeSchema.nullable(),
  problem: z.string().nullable(),
});
export type ChannelResponse = z.input<typeof channelResponseSchema>;

export const channelsResponseSchema = dataResponse(z.array(channelResponseSchema));

export const platformNames: Record<ChannelPlatform, string> = {
  youtube: "YouTube",
  tiktok: "TikTok",
  twitch: "Twitch",
  instagram: "Instagram",
  x: "X",
  get website() {
    return t`Website`;
  },
};

/** Returns what people read: `YouTube @ann`, or the host of a website. */
export function describeChannel({ platform, name }: Pick<Channel, "platform" | "name">): string {
  return platform === "website" ? name : `${platformNames[platform]} ${name}`;
}

/** Says for each platform where the code belongs, and what a check can read. */
export const proofPlaces: Record<ChannelPlatform, string> = {
  get youtube() {
    return t`Put the code at the beginning of the channel's description. Only the description in the page's head is read, no video and no comment.`;
  },
  get tiktok() {
    return t`Put the code into your bio. Only the description in the page's head is read. If TikTok shows it to signed-in people only, an operator can confirm the channel.`;
  },
  get twitch() {
    return t`Put the code at the beginning of your bio. Only the description in the page's head is read, no panel and no chat.`;
  },
  get instagram() {
    return t`Put the code into your bio. Instagram often shows profiles to signed-in people only; then an operator has to confirm the channel.`;
  },
  get x() {
    return t`Put the code into your bio. X shows profiles to signed-in people only, so in most cases an operator has to confirm the channel.`;
  },
  get website() {
    return t`Put the code into the home page's head, as <meta name="fairclick" content="code">, or as a link back: <link rel="me" href="the link">. Nothing in the body is read, because visitors may have written it.`;
  },
};
