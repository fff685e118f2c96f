import { z } from "zod";
import { parseRobloxLink } from "../clicks/roblox-link";
import { t } from "../language/t";
import { MAX_URL_LENGTH } from "../schemas/web-url";

export const noShareLink = () =>
  t`The link must be a share link of Roblox: https://www.roblox.com/share?code=…`;

/** A creator's share link, reduced to what Roblox needs; null removes it. */
export const editShareLinkSchema = z.object({
  shareLink: z
    .string({ error: () => t`shareLink must be a share link of Roblox or null` })
    .trim()
    .max(MAX_URL_LENGTH, { error: noShareLink, abort: true })
    .overwrite(rewriteShareLink)
    .startsWith("https://www.roblox.com/share?code=", { error: noShareLink })
    .nullable(),
});

/** Returns an empty text for everything that is no share link. */
function rewriteShareLink(text: string): string {
  const link = parseRobloxLink(text);
  return link?.form === "share" ? link.url : "";
}
