import { z } from "zod";
import {
  findLaunchDataProblem,
  MAX_LAUNCH_DATA_BYTES,
  writePlaceUrl,
} from "../clicks/roblox-destination";
import { DEFERRED_HOST, parseRobloxLink } from "../clicks/roblox-link";
import { t } from "../language/t";
import { isWebUrl, MAX_URL_LENGTH, webUrlSchema } from "../schemas/web-url";
import { parseHost } from "./public-host";

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
