import type { Check } from "../check";

/**
 * Programs that fetch a link to show a card for it where somebody has shared it. Each comes with
 * its maker's own name for it; in-app browsers of the same makers name themselves differently.
 */
const crawlers =
  /facebookexternalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|discordbot|telegrambot|slackbot|slack-imgproxy|linkedinbot|^whatsapp\/|skypeuripreview|pinterestbot|pinterest\/0|redditbot|vkshare|^viber\b|snap url preview|snapchatads?bot|mastodon\/|bluesky cardyb|iframely|embedly|bitlybot|^tumblr\/|line-poker|kakaotalk-scrap|zoominfobot|google-pagerenderer|microsoftpreview|teamsbot|rcs preview|applebot-preview/i;

export function previewCrawlerOf(userAgent: string | null): string | null {
  return userAgent === null ? null : (crawlers.exec(userAgent)?.[0] ?? null);
}

/** A link preview, not a visit: it is answered with a card for the game. */
export const previewBot: Check = {
  signal: "preview_bot",
  find: ({ userAgent }) => {
    const crawler = previewCrawlerOf(userAgent);
    return crawler ? { crawler } : null;
  },
};
