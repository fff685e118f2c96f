import { formatExactDollars } from "@fairclick/core/amounts";
import { CLICKS_PER_RATE } from "@fairclick/core/campaigns/campaign-input";
import { describeCover } from "@fairclick/core/campaigns/covers";
import { asId, type CampaignId, isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { documentTitle, type PublicPage, publicPages } from "@fairclick/core/operations/pages";
import type { CampaignPreview } from "@fairclick/services/campaigns/read-campaigns";
import type { PageHead, PreviewImage } from "./page-head";

const previewSize = { width: 1200, height: 630 };
const previewImage = (): PreviewImage => ({
  ...previewSize,
  path: "/icons/preview.png",
  alt: t`Fairclick: a receipt with one marked line`,
});

const pages = new Map<string, PublicPage>(publicPages.map((page) => [page.path, page]));

/** The head of pages behind the sign-in, and of addresses without a page. */
export function privateHead(): PageHead {
  return {
    title: "Fairclick",
    description: publicPages[0]?.description ?? "",
    path: null,
    image: previewImage(),
  };
}

export type FindCampaign = (id: CampaignId) => Promise<CampaignPreview | null>;

const CAMPAIGN = "/campaigns/";
const MAX_DESCRIPTION = 200;

/**
 * Returns the head of the public page at this path; null if there is none. Returns the general head if the
 * page's campaign cannot be read in time.
 */
export async function findHead(path: string, findCampaign: FindCampaign): Promise<PageHead | null> {
  if (!path.startsWith(CAMPAIGN)) {
    const page = pages.get(path);
    return page ? describe(page) : null;
  }
  const id = path.slice(CAMPAIGN.length);
  if (!isUuid(id)) return null;
  const campaign = await findCampaign(asId<CampaignId>(id)).catch(() => null);
  return campaign && describeCampaign(id.toLowerCase(), campaign);
}

function describeCampaign(id: string, campaign: CampaignPreview): PageHead {
  const cover = describeCover(campaign);
  const price = formatExactDollars(campaign.payoutMicros * CLICKS_PER_RATE);
  const text = `${t`Creators earn ${price} per 1,000 valid clicks.`} ${campaign.description.replace(/\s+/g, " ")}`;
  return {
    title: t`${campaign.name}: ${price} per 1,000 clicks · Fairclick`,
    description:
      text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION).trimEnd()}…` : text,
    path: CAMPAIGN + id,
    image: { ...previewSize, path: cover.preview, alt: cover.alt || campaign.gameTitle },
  };
}

function describe(page: PublicPage): PageHead {
  return {
    title: documentTitle(page),
    description: page.description,
    path: page.listed ? page.path : null,
    image: previewImage(),
  };
}
