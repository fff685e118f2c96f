import { type UnpaidReason, unpaidReasonAt } from "@fairclick/core/campaigns/status";
import type { Click } from "@fairclick/core/clicks/click";
import type { CachedCampaign } from "./campaign-pool";
import type { CachedLink } from "./link-cache";

const MAX_HEADER_LENGTH = 2_048;
const MAX_METHOD_LENGTH = 16;

export type Visit = {
  request: Request;
  ip: string;
  device: string | null;
  secure: boolean;
  /** The name at the end of the address. A name that the link does not have is dropped. */
  linkName?: string | undefined;
};

/** Captures everything that judging needs. Long values are cut, so that no request can break a job. */
export function captureClick(
  { request, ip, device, secure, linkName }: Visit,
  { campaign, creatorId, names }: CachedLink,
  at: number,
): Click {
  const { headers } = request;
  const take = (name: string) => headers.get(name)?.slice(0, MAX_HEADER_LENGTH) ?? null;
  const click: Click = {
    id: Bun.randomUUIDv7("hex", at),
    at,
    campaignId: campaign.campaignId,
    creatorId,
    ip,
    device,
    method: request.method.slice(0, MAX_METHOD_LENGTH),
    userAgent: take("user-agent"),
    referrer: take("referer"),
    acceptLanguage: take("accept-language"),
    purpose: readPurpose(headers),
    secFetchDest: take("sec-fetch-dest"),
    secFetchMode: take("sec-fetch-mode"),
    secFetchSite: take("sec-fetch-site"),
    secChUa: take("sec-ch-ua"),
    secChUaMobile: take("sec-ch-ua-mobile"),
    secChUaPlatform: take("sec-ch-ua-platform"),
    secure,
    unpaid: findUnpaidReason(campaign, at),
  };
  if (linkName !== undefined && names.includes(linkName)) click.linkName = linkName;
  return click;
}

const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

export function readPurpose(headers: Headers): string | null {
  let purpose: string | null = null;
  for (const name of purposeHeaders) {
    const value = headers.get(name);
    if (value) purpose = purpose ? `${purpose}, ${value}` : value;
  }
  return purpose?.slice(0, MAX_HEADER_LENGTH) ?? null;
}

/** Returns why the campaign could not pay at that time; null if it could. The budget is checked at settlement. */
function findUnpaidReason(campaign: CachedCampaign, at: number): UnpaidReason | null {
  const { startsAt, endsAt, fundedAt, pausedAt } = campaign;
  return unpaidReasonAt(
    {
      startsAt: startsAt.getTime(),
      endsAt: endsAt.getTime(),
      fundedAt: fundedAt?.getTime() ?? null,
      stoppedAt: pausedAt?.getTime() ?? null,
      releasedAt: null,
    },
    at,
  );
}
