import { parseHost } from "../campaigns/public-host";

/**
 * A link to Roblox. Sources of the forms:
 * https://create.roblox.com/docs/production/promotion/deeplinks (web, app and deferred form, their
 * parameters, 200 bytes of launch data),
 * https://create.roblox.com/docs/production/promotion/share-links (made in Roblox's dashboard, with
 * launch data that is fixed there).
 */
export type RobloxLink = RobloxPlace | { form: "share"; url: string } | { form: "other" };

export type RobloxPlace = {
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
