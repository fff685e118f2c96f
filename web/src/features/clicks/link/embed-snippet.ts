import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";

type Linked = Pick<JoinedCampaignResponse, "_id" | "name" | "redirectLink">;

/** HTML of a banner for the creator's own page. Loading it counts as an impression. */
export function embedSnippet({ _id, name, redirectLink }: Linked): string {
  const { origin, search } = new URL(redirectLink);
  const banner = `${origin}/api/impressions/${_id}.svg${search}`;
  return `<a href="${attribute(redirectLink)}"><img src="${attribute(banner)}" alt="${attribute(name)}"></a>`;
}

function attribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
