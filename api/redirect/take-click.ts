import { unpaidReasonAt } from "@fairclick/core/campaigns/campaign-status";
import type { Click, UnpaidReason } from "@fairclick/core/clicks/click";
import type { CachedCampaign } from "./campaign-pool";
import type { CachedLink } from "./link-cache";

const MAX_HEADER_LENGTH = 2_048;
const MAX_METHOD_LENGTH = 16;

/** Takes down everything by which a click is judged later. What is too long is cut: no request may spoil a job. */
export function takeClick(
  request: Request,
  { campaign, creatorId }: CachedLink,
  { ip, device, at }: { ip: string; device: string | null; at: number },
): Click {
  const { headers } = request;
  const take = (name: string) => headers.get(name)?.slice(0, MAX_HEADER_LENGTH) ?? null;
  return {
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
    purpose: takePurpose(headers),
    secFetchDest: take("sec-fetch-dest"),
    secFetchMode: take("sec-fetch-mode"),
    secFetchSite: take("sec-fetch-site"),
    secChUa: take("sec-ch-ua"),
    secChUaMobile: take("sec-ch-ua-mobile"),
    secChUaPlatform: take("sec-ch-ua-platform"),
    unpaid: findUnpaidReason(campaign, at),
  };
}

const purposeHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

export function takePurpose(headers: Headers): string | null {
  let purpose: string | null = null;
  for (const name of purposeHeaders) {
    const value = headers.get(name);
    if (value) purpose = purpose ? `${purpose}, ${value}` : value;
  }
  return purpose?.slice(0, MAX_HEADER_LENGTH) ?? null;
}

/** Whether the budget suffices is settled later, when what came before has been paid. */
function findUnpaidReason(campaign: CachedCampaign, at: number): UnpaidReason | null {
  const { startsAt, endsAt, fundedAt, pausedAt } = campaign;
  return unpaidReasonAt(
    {
      startsAt: startsAt.getTime(),
      endsAt: endsAt.getTime(),
      fundedAt: fundedAt && fundedAt.getTime(),
      stoppedAt: pausedAt && pausedAt.getTime(),
      releasedAt: null,
    },
    at,
  );
}
