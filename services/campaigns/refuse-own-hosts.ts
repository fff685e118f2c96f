import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import { parseHost } from "@fairclick/core/web-addresses";

/** The public URLs of this installation. */
export type Site = { appUrl: string; trackingUrl: string };

/**
 * Throws `validation` if a campaign's URL points to this installation: a click would then be
 * redirected to a tracked link, or to one of our pages.
 */
export function refuseOwnHosts(
  { appUrl, trackingUrl }: Site,
  urls: { [Field in "gameUrl" | "trailerLink"]?: string | undefined },
): void {
  const own = [parseHost(appUrl), parseHost(trackingUrl)];
  const issues = (["gameUrl", "trailerLink"] as const)
    .filter((field) => urls[field] && own.includes(parseHost(urls[field])))
    .map((path) => ({ path, message: describeLoop(path) }));
  const [first] = issues;
  if (first) throw new AppError("validation", first.message, { issues });
}

function describeLoop(field: "gameUrl" | "trailerLink"): string {
  return field === "gameUrl"
    ? t`Game URL must not lead back to Fairclick`
    : t`Trailer link must not lead back to Fairclick`;
}
