import { remember } from "../../remember";
import type { Check } from "../rule";

/**
 * Programs that fetch a link to show a card for it where somebody has shared it: by what they say
 * they do, or by their makers' own names for them. In-app browsers of the same makers name themselves
 * differently.
 */
const crawlers =
  /(?:link|ur[il]) ?preview|unfurl|onebox|richlink|externalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|discordbot|telegrambot|slackbot|slack-imgproxy|linkedinbot|^whatsapp\/|pinterestbot|pinterest\/0|redditbot|vkshare|^viber\b|snapchatads?bot|mastodon\/|mattermost-|synapse \(bot|summalybot|odklbot|bluesky cardyb|iframely|embedly|bitlybot|^tumblr\/|line-poker|kakaotalk-scrap|zoominfobot|google-pagerenderer|microsoftpreview|teamsbot|rcs preview|applebot-preview/i;

/** Which of them a user agent names. */
export const findPreviewCrawler = remember((userAgent) => crawlers.exec(userAgent)?.[0] ?? null);

/** A link preview, not a visit: it is answered with a card for the game. */
export const previewBot: Check = {
  signal: "preview_bot",
  category: "Not a visit",
  describe: () => "A messenger that fetches the link to show a card for it is not a visitor.",
  find: ({ userAgent }) => {
    const crawler = userAgent && findPreviewCrawler(userAgent);
    return crawler ? { crawler } : null;
  },
};
