import { CLICK_ID_MACRO } from "./click-id-macro";
import { carriesClickId, compilePlace } from "./roblox-destination";
import { parseRobloxLink } from "./roblox-link";

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
