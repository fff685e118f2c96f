import { hostOf } from "@fairclick/core/campaigns/public-host";
import { AppError } from "@fairclick/core/errors";

/** Where this installation itself is reached. */
export type Site = { appUrl: string; trackingUrl: string };

const fields = { gameUrl: "Game URL", trailerLink: "Trailer link" } as const;

/**
 * Throws if a campaign's URL leads back to this installation: a click would then be sent on to a
 * tracked link, or to a page of ours that a stranger chose.
 */
export function refuseOwnHosts(
  { appUrl, trackingUrl }: Site,
  urls: { [Field in keyof typeof fields]?: string | undefined },
): void {
  const own = [hostOf(appUrl), hostOf(trackingUrl)];
  const issues = (["gameUrl", "trailerLink"] as const)
    .filter((field) => urls[field] && own.includes(hostOf(urls[field])))
    .map((path) => ({ path, message: `${fields[path]} must not lead back to Fairclick` }));
  const [first] = issues;
  if (first) throw new AppError("validation", first.message, { issues });
}
