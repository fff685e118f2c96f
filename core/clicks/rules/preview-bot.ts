import { t } from "../../language/t";
import { memoize } from "../../memory";
import type { Check } from "../rule";

/**
 * Programs that fetch a link to show a card for it where somebody has shared it: by what they say
 * they do, or by their makers' own names for them. In-app browsers of the same makers name themselves
 * differently.
 */
const crawlers =
  /(?:link|ur[il]) ?preview|unfurl|onebox|richlink|externalhit|facebookcatalog|facebot|meta-externalfetcher|twitterbot|discordbot|telegrambot|slackbot|slack-imgproxy|linkedinbot|^whatsapp\/|pinterestbot|pinterest\/0|redditbot|vkshare|^viber\b|snapchatads?bot|mastodon\/|mattermost-|synapse \(bot|summalybot|odklbot|bluesky cardyb|iframely|embedly|bitlybot|^tumblr\/|line-poker|kakaotalk-scrap|zoominfobot|google-pagerenderer|microsoftpreview|teamsbot|rcs preview|applebot-preview/i;

/** Returns the crawler that a user agent names, or null. */
export const findPreviewCrawler = memoize((userAgent) => crawlers.exec(userAgent)?.[0] ?? null);

/**
 * A link preview, not a visit: the response is a card for the game. The developer profits from a
 * refusal, so the browsers of the apps that make previews are left alone.
 */
export const previewBot: Check = {
  signal: "preview_bot",
  category: "Not a visit",
  describe: () => t`Link previews of messengers and social networks are not visits.`,
  find: ({ userAgent }) => {
    const crawler = userAgent && findPreviewCrawler(userAgent);
    return crawler ? { crawler } : null;
  },
};
