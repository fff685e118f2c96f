import { isUuid } from "../ids";
import { parseHost } from "../web-addresses";

const PARAMETER = "fc_click";

/** Writes a visitor's destination URL. Without a user agent, the visitor is on a computer. */
export type Destination = (clickId: string, userAgent?: string | null) => string;

/**
 * Returns a function that adds a click id to a game's URL: in place of `{click_id}` if the
 * developer wrote it; as launch data for a Roblox place, rebuilt in a documented form; else as
 * `fc_click=<id>`. A Roblox link that cannot carry the id stays as it is (see `findClickIdCarrier`).
 * The URL is parsed once here; the returned function only joins strings.
 */
export function compileDestination(gameUrl: string): Destination {
  const link = parseRobloxLink(gameUrl);
  if (link?.form === "share") return () => link.url;
  if (link?.form === "place") {
    const write = compilePlace(link);
    return (clickId, userAgent) => write(clickId, isPhone(userAgent ?? ""));
  }
  const url = new URL(gameUrl);
  const parts = url.href.split(CLICK_ID_MACRO);
  if (link || parts.length > 1) return (clickId) => parts.join(clickId);
  const [before, after] = cutForParameter(url);
  const start = `${before}${PARAMETER}=`;
  return (clickId) => `${start}${clickId}${after}`;
}

export type ClickIdCarrier =
  | "launch_data"
  | "own_launch_data"
  | "placeholder"
  | "query"
  /** The game cannot read the id: its own launch data is without `{click_id}`. */
  | "none_launch_data"
  /** The game cannot read the id: Roblox's share links have launch data that is fixed. */
  | "none_share_link"
  /** The game cannot read the id: a page of Roblox that is no game. */
  | "none_page";

/** Returns which part of the destination carries the click id to the game. */
export function findClickIdCarrier(gameUrl: string): ClickIdCarrier {
  const link = parseRobloxLink(gameUrl);
  if (!link) return new URL(gameUrl).href.search(CLICK_ID_MACRO) < 0 ? "query" : "placeholder";
  if (link.form === "share") return "none_share_link";
  if (link.form === "other") return "none_page";
  if (!carriesClickId(link)) return "none_launch_data";
  return link.launchData === null ? "launch_data" : "own_launch_data";
}

/** Whether a game at this address receives the ids of clicks, without which it cannot report players. */
export function carriesClickIds(gameUrl: string): boolean {
  return !findClickIdCarrier(gameUrl).startsWith("none");
}

/** iPads that call themselves Macs and Android's tablets and televisions count as computers. */
function isPhone(userAgent: string): boolean {
  return (
    ["iPhone", "iPad", "iPod"].some((name) => userAgent.includes(name)) ||
    (userAgent.includes("Android") && userAgent.includes("Mobile"))
  );
}

/** Splits the URL where the parameter belongs, and removes an existing parameter of that name. */
function cutForParameter({ href }: URL): [string, string] {
  const [place, hash] = cutAt(href, "#");
  const [base, search] = cutAt(place, "?");
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && pair !== PARAMETER && !pair.startsWith(`${PARAMETER}=`));
  return [`${base}?${kept.map((pair) => `${pair}&`).join("")}`, hash];
}

function cutAt(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ""] : [text.slice(0, index), text.slice(index)];
}

/** Roblox's limit for decoded launch data, in bytes. */
export const MAX_LAUNCH_DATA_BYTES = 200;
const CLICK_ID_LENGTH = 36;

/** Whether the place's launch data contains the click id. */
function carriesClickId({ launchData }: RobloxPlace): boolean {
  return launchData === null || launchData.split(CLICK_ID_MACRO).length > 1;
}

/** Returns why Roblox would refuse or cut the launch data, or null if it takes all of it. */
export function findLaunchDataProblem(
  launchData: string,
): "control_characters" | "too_long" | null {
  const full = launchData.split(CLICK_ID_MACRO).join("0".repeat(CLICK_ID_LENGTH));
  if (/\p{Cc}/u.test(full)) return "control_characters";
  return new TextEncoder().encode(full).length > MAX_LAUNCH_DATA_BYTES ? "too_long" : null;
}

/** Returns the documented web form of a place: `https://www.roblox.com/games/start?placeId=…`. */
export function writePlaceUrl({ placeId, server, launchData }: RobloxPlace): string {
  const query = [...placeQuery({ placeId, server })];
  if (launchData !== null) query.push(`launchData=${encodeURIComponent(launchData)}`);
  return `https://www.roblox.com/games/start?${query.join("&")}`;
}

/**
 * Returns a function that writes a place's link with a click id in its launch data: in place of
 * `{click_id}` if the developer wrote launch data, else as `fc_<id>`. Computers and unknown devices
 * get the web form, which works everywhere. Phones get the deferred form, which installs Roblox
 * first where it is missing. `deep_link_value` repeats the app's link because Android needs it
 * (https://devforum.roblox.com/t/developer-deeplinking-update/2960548).
 */
function compilePlace(place: RobloxPlace): (clickId: string, isPhone: boolean) => string {
  const query = placeQuery(place).join("&");
  const template = place.launchData ?? `${LAUNCH_PREFIX}{click_id}`;
  const [first = "", ...others] = template.split(CLICK_ID_MACRO).map(encodeURIComponent);
  const write = (start: string) => [`${start}${query}&launchData=${first}`, ...others];
  const web = write("https://www.roblox.com/games/start?");
  // A click id is encoded as itself, so the parts around it can be encoded in advance.
  const appEncoded = write("roblox://").map(encodeURIComponent);
  const webEncoded = web.map(encodeURIComponent);
  return (clickId, isPhone) => {
    if (!isPhone) return web.join(clickId);
    const app = appEncoded.join(clickId);
    return `https://ro.blox.com/Ebh5?af_dp=${app}&deep_link_value=${app}&af_web_dp=${webEncoded.join(clickId)}`;
  };
}

function placeQuery({ placeId, server }: Pick<RobloxPlace, "placeId" | "server">): string[] {
  return [`placeId=${placeId}`, ...server.map(([name, value]) => `${name}=${value}`)];
}

/**
 * A link to Roblox. Sources of the forms:
 * https://create.roblox.com/docs/production/promotion/deeplinks (web, app and deferred form, their
 * parameters, 200 bytes of launch data),
 * https://create.roblox.com/docs/production/promotion/share-links (made in Roblox's dashboard, with
 * launch data that is fixed there).
 */
export type RobloxLink = RobloxPlace | { form: "share"; url: string } | { form: "other" };

type RobloxPlace = {
  form: "place";
  placeId: string;
  /** Documented parameters of a private or running server, printable and unencoded. */
  server: [name: string, value: string][];
  /** The developer's own launch data, decoded; null without any. */
  launchData: string | null;
};

const webHosts = new Set(["roblox.com", "www.roblox.com", "web.roblox.com", "m.roblox.com"]);
export const DEFERRED_HOST = "ro.blox.com";
/** Parameters of the deferred form that contain a link, the most specific first. */
const deferredParameters = ["af_dp", "deep_link_value", "af_web_dp"];

const placeIdPattern = /^[1-9]\d{0,18}$/;
const codePattern = /^[\w-]{1,128}$/;
const typePattern = /^[A-Za-z]{1,40}$/;
const languagePattern = /^[a-z]{2,3}(?:-[a-z]{2,4})?$/i;

/** Parses a link in any form of Roblox. Returns null if it leads elsewhere. */
export function parseRobloxLink(text: string): RobloxLink | null {
  if (/^roblox:/i.test(text)) return parseAppLink(text);
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return null;
  const host = parseHost(text);
  const url = new URL(text);
  if (host === DEFERRED_HOST) return parseDeferredLink(url);
  if (webHosts.has(host)) return parseWebLink(url);
  return host.endsWith(".roblox.com") ? { form: "other" } : null;
}

/** `roblox://placeId=…&launchData=…`, `roblox://experiences/start?placeId=…` and app links to share links. */
function parseAppLink(text: string): RobloxLink {
  const link = text.replace(/^roblox:\/{0,3}/i, "");
  const mark = link.indexOf("?");
  const path = mark < 0 ? "" : link.slice(0, mark).replace(/\/$/, "").toLowerCase();
  const parameters = readParameters(link.slice(mark + 1));
  if (path === "navigation/share_links") return toShareLink(parameters);
  if (path !== "" && path !== "experiences/start") return { form: "other" };
  return toPlace(parameters.get("placeid"), parameters);
}

/** Game pages (also with a language before them), `games/start`, and share links. */
function parseWebLink({ pathname, search }: URL): RobloxLink {
  const parameters = readParameters(search);
  const steps = pathname.toLowerCase().split("/").filter(Boolean);
  if (steps.length > 1 && languagePattern.test(steps[0] ?? "")) steps.shift();
  const [first = "", second = ""] = steps;
  if (first === "share" || first === "share-links") return toShareLink(parameters);
  if (first !== "games") return { form: "other" };
  const isStart = second === "start" || second === "refer";
  return toPlace(isStart ? parameters.get("placeid") : second, parameters);
}

/** `ro.blox.com/Ebh5?af_dp=…`. Reads only the Roblox links inside it: it would lead anywhere else too. */
function parseDeferredLink({ search }: URL): RobloxLink {
  const parameters = readParameters(search);
  const links = deferredParameters
    .map((name) => parameters.get(name) ?? "")
    .filter((link) => !isDeferred(link))
    .map((link) => parseRobloxLink(link));
  const find = (form: RobloxLink["form"]) => links.find((link) => link?.form === form);
  return find("place") ?? find("share") ?? { form: "other" };
}

/** Prevents links inside links inside links. */
function isDeferred(link: string): boolean {
  return URL.canParse(link) && parseHost(link) === DEFERRED_HOST;
}

function toPlace(placeId: string | undefined, parameters: Map<string, string>): RobloxLink {
  if (!placeId || !placeIdPattern.test(placeId)) return { form: "other" };
  const server: [string, string | undefined][] = [
    ["accessCode", parameters.get("accesscode")],
    ["linkCode", parameters.get("linkcode") ?? parameters.get("privateserverlinkcode")],
    ["gameInstanceId", parameters.get("gameinstanceid")],
  ];
  return {
    form: "place",
    placeId,
    server: server.filter((pair): pair is [string, string] => codePattern.test(pair[1] ?? "")),
    launchData: parameters.get("launchdata") || null,
  };
}

function toShareLink(parameters: Map<string, string>): RobloxLink {
  const code = parameters.get("code") ?? "";
  const type = parameters.get("type");
  if (!codePattern.test(code) || !typePattern.test(type ?? "Link")) return { form: "other" };
  const query = type ? `code=${code}&type=${type}` : `code=${code}`;
  return { form: "share", url: `https://www.roblox.com/share?${query}` };
}

/** Returns the first value of each parameter, by its name in lower case: Roblox ignores the case. */
function readParameters(search: string): Map<string, string> {
  const parameters = new Map<string, string>();
  const [query = ""] = search.split("#", 1);
  for (const [name, value] of new URLSearchParams(query)) {
    const key = name.toLowerCase();
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return parameters;
}

/** The placeholder that a developer may write in a game's URL, also percent-encoded. */
const CLICK_ID_MACRO = /(?:\{|%7b)click_id(?:\}|%7d)/gi;

/** Prefix of a click id in the launch data of a Roblox game. */
export const LAUNCH_PREFIX = "fc_";

/** Parses a click id, with or without the launch data prefix. Returns null if it is not a UUIDv7. */
export function parseClickId(text: string): { clickId: string; clickedAt: Date } | null {
  const id = withoutPrefix(text);
  if (!isUuid(id) || id[14] !== "7") return null;
  const clickId = id.toLowerCase();
  const millis = Number.parseInt(clickId.slice(0, 8) + clickId.slice(9, 13), 16);
  return { clickId, clickedAt: new Date(millis) };
}

/** Sent instead of a click id to check the setup. */
export const TEST_CLICK_ID = "test";

/** Whether a report is a test, also if its id came through launch data. */
export function isTestClickId(text: string): boolean {
  return withoutPrefix(text) === TEST_CLICK_ID;
}

function withoutPrefix(text: string): string {
  return text.startsWith(LAUNCH_PREFIX) ? text.slice(LAUNCH_PREFIX.length) : text;
}
