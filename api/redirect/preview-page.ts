import { describeCover } from "@fairclick/core/campaigns/covers";
import { escapeMarkup } from "../escape-markup";
import type { CachedCampaign } from "./campaign-pool";
import { hiddenLink, type ShownGame } from "./pages";

const MAX_DESCRIPTION_LENGTH = 200;

/**
 * Returns the page that messengers read for a link preview: the campaign's escaped texts and its cover, with
 * an address below `appUrl`.
 */
export function previewPage(campaign: CachedCampaign, appUrl: string): Response {
  const title = escapeMarkup(campaign.gameTitle);
  const text = escapeMarkup(shorten(campaign.description));
  const cover = describeCover(campaign);
  const image = escapeMarkup(`${appUrl}${cover.preview}`);
  const alt = cover.alt === "" ? title : escapeMarkup(cover.alt);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="description" content="${text}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Fairclick">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${text}">
<meta property="og:image" content="${image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">
</head>
<body><h1>${title}</h1><p>${text}</p>${hiddenLink}</body>
</html>
`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
    },
  });
}

/** Returns the game of a stopped link; null if Fairclick stopped the game too. */
export function showGame(campaign: CachedCampaign): ShownGame | null {
  if (campaign.blocked || campaign.banned) return null;
  return {
    title: escapeMarkup(campaign.gameTitle),
    url: escapeMarkup(campaign.gameUrl),
    picture: escapeMarkup(describeCover(campaign).image),
  };
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_DESCRIPTION_LENGTH
    ? text
    : `${characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join("")}…`;
}
