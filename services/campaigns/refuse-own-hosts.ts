import { parseHost } from "@fairclick/core/campaigns/public-host";
import { AppError } from "@fairclick/core/errors";

/** The public URLs of this installation. */
export type Site = { appUrl: string; trackingUrl: string };

const fields = { gameUrl: "Game URL", trailerLink: "Trailer link" } as const;

/**
 * Throws `validation` if a campaign's URL points to this installation: a click would then be
 * redirected to a tracked link, or to one of our pages.
 */
export function refuseOwnHosts(
  { appUrl, trackingUrl }: Site,
  urls: { [Field in keyof typeof fields]?: string | undefined },
): void {
  const own = [parseHost(appUrl), parseHost(trackingUrl)];
  const issues = (["gameUrl", "trailerLink"] as const)
    .filter((field) => urls[field] && own.includes(parseHost(urls[field])))
    .map((path) => ({ path, message: `${fields[path]} must not lead back to Fairclick` }));
  const [first] = issues;
  if (first) throw new AppError("validation", first.message, { issues });
}
