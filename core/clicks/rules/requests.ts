import { isbotMatch } from "isbot";
import { t } from "../../language/t";
import { memoize } from "../../memory";
import type { Click } from "../click";
import type { Check } from "../rule";
import type { Signal } from "../signal";
import {
  findAddition,
  findInAppBrowser,
  hasBrowserForm,
  matchesInOrder,
  withoutHarmlessWords,
} from "../user-agent";

/**
 * People follow links with GET. Messengers probe a shared link with HEAD, some with a browser's user agent.
 *
 * Who profits: the developer. A rival can send such requests to a link too: they are not visits, so they
 * count for nobody else.
 */
export const notGet: Check = {
  signal: "not_get",
  category: "Not a visit",
  describe: () => t`Only requests that follow the link count, not probes by programs.`,
  find: ({ method }) => (method === "GET" ? null : { method }),
};

type Request = Pick<Click, "purpose" | "userAgent">;

const loadsAhead = /prefetch|prerender|preview|instant/i;

/**
 * Facebook's apps without their browser: they load a link in advance and open the browser when the
 * visitor taps it.
 */
const appAlone = /^(?:Dalvik\/[\d.]+ \([^)]*\) ?)?\[FB(?:AN|AV|_IAB)\/[^\]]*\]?$/;

function isAppLoadingAhead(userAgent: string): boolean {
  return appAlone.test(userAgent);
}

/** Whether the purpose headers of a request announce a prefetch. */
export function isPrefetch(purpose: string | null): boolean {
  return purpose !== null && loadsAhead.test(purpose);
}

/** Whether a request loads the page before its visitor asks for it. */
export function isLoadedAhead({ purpose, userAgent }: Request): boolean {
  return isPrefetch(purpose) || (userAgent !== null && isAppLoadingAhead(userAgent));
}

/**
 * `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`, or an app that loads without its browser: the
 * visitor may never tap the link. The developer profits from a refusal; the redirect answers 503, so
 * that the tap is a request of its own and the creator is paid for it.
 */
export const prefetch: Check = {
  signal: "prefetch",
  category: "Not a visit",
  describe: () =>
    t`A page that a browser or an app loads in advance does not count until the visitor taps the link.`,
  find: ({ purpose, userAgent }) => {
    if (isPrefetch(purpose)) return { purpose: purpose ?? "" };
    return isLoadedAhead({ purpose, userAgent }) ? { purpose: "app without its browser" } : null;
  },
};

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

/**
 * A page loaded the link without a click of its visitor: in a frame, an image or a script. A browser
 * that follows a link sends `document` and `navigate`. Old browsers and insecure origins send
 * neither; that also counts as a followed link: the developer profits from a refusal.
 */
export const embedded: Check = {
  signal: "embedded",
  category: "Hidden embed",
  describe: () => t`A link that another page loads in a frame or as an image is not a click.`,
  find: ({ secFetchDest: dest, secFetchMode: mode }) => {
    if ((dest ?? "document") === "document" && (mode ?? "navigate") === "navigate") return null;
    return { dest: dest ?? "", mode: mode ?? "" };
  },
};

/** Placeholders that programs send, or only the beginning of a browser's user agent. */
const degenerate =
  /^(?:[^a-z0-9]*|null|nil|none|undefined|\(null\)|unknown|user-agent|mozilla(?:\/\d\.\d)?(?: \(compatible;?\))?)$/i;

/** The developer profits from a refusal, so anything that could be a browser is left to the other rules. */
export const noUserAgent: Check = {
  signal: "no_user_agent",
  category: "Bot traffic",
  describe: () => t`Requests that do not name a browser are invalid.`,
  find: ({ userAgent }) => (degenerate.test((userAgent ?? "").trim()) ? {} : null),
};

const headlessName = /HeadlessChrome|Headless/i;

/**
 * A browser without a person: it names itself headless, or sends client hints that contradict its
 * user agent. The developer profits from a refusal, so what is missing says nothing, and neither
 * does what a person can set (the desktop view of a phone).
 */
export const headless: Check = {
  signal: "headless",
  category: "Bot traffic",
  describe: () =>
    t`Clicks from headless browsers, and from browsers that contradict themselves, are invalid.`,
  find: (click) => {
    const { userAgent, secChUa } = click;
    if (headlessName.test(userAgent ?? "") || headlessName.test(secChUa ?? "")) {
      return { named: "headless" };
    }
    return userAgent === null ? null : findContradiction(userAgent, click);
  },
};

const neverHints = /\b(?:iPhone|iPad|iPod)\b|\bFirefox\/|\bGecko\/20100101\b/;

const safari = [/\bMacintosh;/g, /\bVersion\/\d/g, /\bSafari\//g];

function isSafari(userAgent: string): boolean {
  return matchesInOrder(userAgent, safari) && !/\bChrome\//.test(userAgent);
}

/** Missing hints prove nothing: only some browsers send them, and only on secure origins. */
function findContradiction(userAgent: string, click: Click): Signal["evidence"] | null {
  const { secChUa, secChUaMobile, secChUaPlatform } = click;
  const hint = secChUa || secChUaPlatform;
  if (hint && (neverHints.test(userAgent) || isSafari(userAgent))) return { impossible: hint };
  const form = secChUaMobile === null ? null : findWrongForm(userAgent, click);
  if (form) return { impossible: form };
  const versions = secChUa ? findVersions(userAgent, secChUa) : null;
  if (versions && versions.said !== versions.hinted) return versions;
  const hinted = secChUaPlatform?.replaceAll('"', "") ?? null;
  const wrong = platforms.find(
    ({ said, others }) => said.test(userAgent) && hinted !== null && others.includes(hinted),
  );
  return wrong ? { impossible: `platform ${hinted}` } : null;
}

/** A web view may name the app instead of the engine, so its versions are not compared with its hints. */
function isWebView(userAgent: string, secChUa: string | null): boolean {
  return /; wv\)| Version\/\d/.test(userAgent) || /WebView/.test(secChUa ?? "");
}

function findVersions(userAgent: string, secChUa: string) {
  if (isWebView(userAgent, secChUa)) return null;
  const said = /\bChrome\/(\d{1,4})/.exec(userAgent)?.[1];
  const hinted = /"Chromium";\s?v="(\d{1,4})/.exec(secChUa)?.[1];
  return said && hinted ? { said, hinted } : null;
}

/** In Chrome, one setting controls "mobile" in the user agent and in the hints. */
function findWrongForm(userAgent: string, { secChUa, secChUaMobile }: Click): string | null {
  const never = /\b(?:Windows NT|Macintosh)\b/.test(userAgent)
    ? "?1"
    : / Mobile Safari\//.test(userAgent) && !isWebView(userAgent, secChUa)
      ? "?0"
      : null;
  return secChUaMobile === never ? `mobile ${never}` : null;
}

/** Contradictions that no setting causes. (An Android phone in desktop mode names Linux.) */
const platforms = [
  { said: /\bWindows NT\b/, others: ["macOS", "Linux", "Android", "iOS", "Chrome OS"] },
  { said: /\bMacintosh\b/, others: ["Windows", "Linux", "Android", "Chrome OS"] },
  { said: /\bAndroid \d/, others: ["Windows", "macOS", "iOS", "Linux"] },
  { said: /\bX11; (?:Linux|CrOS)\b/, others: ["Windows", "macOS", "iOS"] },
];

/**
 * Words that declare a program, even in the user agent of an app. `compatible;` is fine for Internet
 * Explorer 7 and later, Konqueror and Origyn.
 */
const declared =
  /\bbots?\b|bots?(?:[/;)]|$)|crawl|spider(?:[/;)-]|$)|scrap(?:er|y)|\(compatible;(?! (?:MSIE (?:[7-9]|1\d)\.|Konqueror|Origyn))|like Gecko;|https?:\/\/|[\w.+]@[\w-]+\.[a-z]{2,}|\(\+[\w-]+\.\w|externalhit|lighthouse|python|curl\/|urlpreview|cypress\//i;

/** Names that isbot does not know: tools, and programs named after their task. */
const otherNames =
  /WindowsPowerShell|puppeteer|webdriver|slimerjs|automat(?:ed|ion)|observatory\/|uptime|screenshot|thumbnail|unfurl|\bseo[A-Z]|(?:bot|crawler|spider|fetch|fetcher|scanner|scraper|checker|monitor|validator|archiver|indexer|inspector|analyzer|probe|agent|watcher|harvester|hunter|runner)(?:[/;),]|$)/i;

/**
 * A declared bot or an HTTP library. Headless browsers have their own rule. The developer profits
 * from a refusal, so words are ignored where the phones, televisions and apps of people use them too.
 */
export const knownBot: Check = {
  signal: "known_bot",
  category: "Bot traffic",
  describe: () => t`Clicks from known bots and other programs that are not browsers are invalid.`,
  find: ({ userAgent }) => {
    if (!userAgent) return null;
    const named = findBotName(userAgent);
    return named === null ? null : { named };
  },
};

const findBotName = memoize((userAgent): string | null => {
  const seen = userAgent.replace(headlessName, "Chrome");
  if (isAppLoadingAhead(seen)) return null;
  if (!hasBrowserForm(seen)) return userAgent.slice(0, 80);
  const { text, names } = withoutHarmlessWords(seen);
  const word = declared.exec(text)?.[0];
  if (word) return word;
  const inApp = findInAppBrowser(seen);
  if (inApp === "app") return null;
  const known = isbotMatch(names);
  if (known || inApp === "desktop shell") return known;
  return otherNames.exec(names)?.[0] ?? findAddition(text);
});

/** Chrome, Edge and Opera in their own words. Browsers that telephone makers and apps build may leave headers out. */
const chromium =
  /^Mozilla\/5\.0 \((?:Windows NT|Macintosh;|X11; (?:Linux|CrOS)|Linux; Android)[^)]*\) AppleWebKit\/537\.36 \(KHTML, like Gecko\) Chrome\/(\d{2,4})[\d.]* (?:Mobile )?Safari\/537\.36(?: (?:Edg|EdgA|OPR)\/[\d.]+)?$/;

/** The first Chromium that sends client hints with every request over https. */
const FIRST_WITH_HINTS = 89;

/**
 * A program that copied only the user agent of a browser. Over https, a current Chromium sends client
 * hints, Fetch metadata and its languages; a setting or a filter may remove one of them, nothing usual
 * removes all. The developer profits from a refusal, so the click waits for an operator.
 */
export const bareBrowser: Check = {
  signal: "bare_browser",
  category: "Bot traffic",
  soft: true,
  describe: () =>
    t`Clicks that name a current browser, but lack all that it sends with every request, are held for review.`,
  find: (click) => {
    if (!click.secure || !click.userAgent || !isBare(click)) return null;
    const version = Number(chromium.exec(click.userAgent)?.[1] ?? 0);
    if (version < FIRST_WITH_HINTS || findInAppBrowser(click.userAgent)) return null;
    return { chromium: version };
  },
};

function isBare(click: Click): boolean {
  return !(
    click.acceptLanguage ||
    click.secFetchDest ||
    click.secFetchMode ||
    click.secFetchSite ||
    click.secChUa ||
    click.secChUaMobile ||
    click.secChUaPlatform
  );
}
