import { z } from "zod";
import { positiveDollars } from "../amount-schema";
import { t } from "../language/t";
import { isWebUrl, MAX_URL_LENGTH, parseHost, webUrlSchema } from "../web-addresses";
import {
  DEFERRED_HOST,
  findLaunchDataProblem,
  MAX_LAUNCH_DATA_BYTES,
  parseRobloxLink,
  writePlaceUrl,
} from "./destination";

const field = () => t`Game URL`;

/**
 * Schema of a game's URL. Takes a Roblox game in any form and returns a web address: links of the
 * app (`roblox://`) and deferred links are rewritten in the documented web form.
 */
export const gameUrlSchema = z
  .string({ error: () => t`${field()} is required` })
  .trim()
  .overwrite(rewriteRobloxLink)
  .pipe(webUrlSchema(field).superRefine(refuseRobloxProblem));

/** Leaves web addresses and texts that are no link of Roblox as they are. */
function rewriteRobloxLink(text: string): string {
  if (text.length > MAX_URL_LENGTH) return text;
  if (!/^roblox:/i.test(text) && !isDeferredLink(text)) return text;
  const link = parseRobloxLink(text);
  if (link?.form === "place") return writePlaceUrl(link);
  return link?.form === "share" ? link.url : text;
}

function isDeferredLink(text: string): boolean {
  return URL.canParse(text) && parseHost(text) === DEFERRED_HOST;
}

function refuseRobloxProblem(text: string, ctx: z.RefinementCtx) {
  const problem = findRobloxProblem(text);
  if (problem) ctx.addIssue({ code: "custom", message: problem });
}

function findRobloxProblem(text: string): string | null {
  if (!isWebUrl(text)) return null;
  // A deferred link that was not rewritten could lead to any website.
  if (isDeferredLink(text)) {
    return t`Game URL must name a Roblox place: use the address of the game's page`;
  }
  const link = parseRobloxLink(text);
  const problem =
    link?.form === "place" && link.launchData ? findLaunchDataProblem(link.launchData) : null;
  switch (problem) {
    case null:
      return null;
    case "control_characters":
      return t`Game URL must not have control characters in its launch data`;
    case "too_long":
      return t`Game URL must have at most ${MAX_LAUNCH_DATA_BYTES} bytes of launch data, with the click id in it`;
  }
}

/** What two spellings of a game URL have in common; both parts are printable ASCII. */
export type CanonicalAddress = {
  /** In lower case, without `www.` and port. */
  host: string;
  /** Host, port, path and sorted query. Roblox places and share links are named by their id. */
  address: string;
};

/** Our own parameter, which carries the click id. */
const OWN_PARAMETER = "fc_click";

/**
 * Returns the form in which the addresses of games are compared: without scheme, fragment, upper
 * case, `www.` and trailing slashes. Throws if the URL is invalid.
 */
export function canonicalAddress(gameUrl: string): CanonicalAddress {
  const link = parseRobloxLink(gameUrl);
  if (link?.form === "place") return atRoblox(`games/${link.placeId}`);
  if (link?.form === "share") return atRoblox(`share?${new URL(link.url).searchParams}`);
  const url = new URL(gameUrl);
  const host = parseHost(gameUrl).replace(/^www\./, "");
  const port = url.port === "" ? "" : `:${url.port}`;
  const path = trimSlashes(decodeLetters(url.pathname).toLowerCase());
  return { host, address: `${host}${port}${path}${sortQuery(url)}` };
}

/** Whether a confirmed address includes another one: exactly it, or any of its host and subdomains. */
export function includesAddress(
  confirmed: CanonicalAddress & { wholeHost: boolean },
  other: CanonicalAddress,
): boolean {
  if (!confirmed.wholeHost) return confirmed.address === other.address;
  return other.host === confirmed.host || other.host.endsWith(`.${confirmed.host}`);
}

/**
 * Returns every address that an operator can approve to let a game's address through: the address itself,
 * each folder above it, and the whole host, without a query. Case counts in a path. A path with encoded
 * slashes or dots has no folder above it: it may lead out of it.
 */
export function listApprovable(gameUrl: string): [string, ...string[]] {
  const { host, pathname, search } = new URL(gameUrl);
  const parameters = new URLSearchParams(search);
  parameters.delete(OWN_PARAMETER);
  parameters.sort();
  const steps = pathname.split("/").filter(Boolean);
  const site = host.replace(/^www\./, "");
  const address = [site, ...steps].join("/");
  const query = parameters.size === 0 ? "" : `?${parameters}`;
  if (/%(?:2e|2f|5c|25)/i.test(pathname)) return [address + query];
  const above = steps.map((_, index) => [site, ...steps.slice(0, index)].join("/"));
  return [address + query, address, ...above];
}

/** Returns a host and the domains that it belongs to, without the top-level one. */
export function hostAndParents(host: string): string[] {
  const labels = host.split(".");
  const parents = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join("."));
  return [host, ...parents];
}

function atRoblox(path: string): CanonicalAddress {
  return { host: "roblox.com", address: `roblox.com/${path}` };
}

/** Decodes what needs no escape, so that `%70lay` and `play` are the same. */
function decodeLetters(path: string): string {
  return path.replace(/%[2-7][0-9a-f]/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
}

/** A regular expression for trailing slashes would be quadratic. */
function trimSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

function sortQuery({ search }: URL): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(OWN_PARAMETER);
  parameters.sort();
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** What a developer wants to know of a game before there is a campaign for it. */
export const gameQuestionSchema = z.object({
  gameUrl: gameUrlSchema,
  /** In dollars; left out while there is no price. */
  payoutPerClick: positiveDollars(() => t`Valid payout rate is required`).optional(),
  /** Whether the game's page is fetched too. */
  reads: z.boolean().optional(),
});
export type GameQuestion = z.output<typeof gameQuestionSchema>;

/** What the game's page says of itself, as far as it could be read, and whether its campaign would wait. */
export const gameFactsSchema = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  /** The hash of the page's picture, stored as an upload of the caller. */
  coverHash: z.string().nullable(),
  /** Why a campaign for it waits for review once it is paid; null if it does not. */
  review: z.string().nullable(),
});
export type GameFacts = z.infer<typeof gameFactsSchema>;
