import { LAUNCH_PREFIX } from "../conversions/click-id";
import { CLICK_ID_MACRO } from "./click-id-macro";
import type { RobloxPlace } from "./roblox-link";

/** Roblox's limit for decoded launch data, in bytes. */
export const MAX_LAUNCH_DATA_BYTES = 200;
const CLICK_ID_LENGTH = 36;

/** Whether the place's launch data contains the click id. */
export function carriesClickId({ launchData }: RobloxPlace): boolean {
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
export function compilePlace(place: RobloxPlace): (clickId: string, isPhone: boolean) => string {
  const query = placeQuery(place).join("&");
  const template = place.launchData ?? `${LAUNCH_PREFIX}{click_id}`;
  const launchData = template.split(CLICK_ID_MACRO).map(encodeURIComponent);
  return (clickId, isPhone) => {
    const place = `${query}&launchData=${launchData.join(clickId)}`;
    const web = `https://www.roblox.com/games/start?${place}`;
    if (!isPhone) return web;
    const app = encodeURIComponent(`roblox://${place}`);
    return `https://ro.blox.com/Ebh5?af_dp=${app}&deep_link_value=${app}&af_web_dp=${encodeURIComponent(web)}`;
  };
}

function placeQuery({ placeId, server }: Pick<RobloxPlace, "placeId" | "server">): string[] {
  return [`placeId=${placeId}`, ...server.map(([name, value]) => `${name}=${value}`)];
}
