import { type Language, t } from "@fairclick/core/language/t";
import { inLanguage } from "@fairclick/services/language/in-language";
import { renderVisitorPage, type VisitorPage } from "./page-layout";
import { type LinkId, linkKey } from "./redirect-path";

const games = () => ({ href: "/campaigns", label: t`See other games` });

const unknown = fixedPage(() => ({
  title: t`This link does not exist`,
  text: t`It may be incomplete or misspelled. Ask the person who shared it for the correct link.`,
  link: games(),
  more: reportLink("/report"),
}));
const warning = fixedPage(() => ({
  title: t`We do not open this link`,
  text: t`The page behind it was reported, and we confirmed that it breaks our rules. It may try to steal passwords or money, or show what does not belong here. If you have just entered a password there, change it.`,
  link: games(),
}));
const unavailable = fixedPage(() => ({
  title: t`One moment, please`,
  text: t`We cannot look this link up right now. Please try again in a few seconds.`,
}));
const archive = fixedPage(() => ({
  title: t`Nothing in the archive`,
  text: t`There are no older games to show.`,
  link: games(),
}));

/** A link that people cannot see, hear or focus: only programs follow it. */
export const hiddenLink =
  '<a href="/api/clicks/trap/archive" rel="nofollow" tabindex="-1" aria-hidden="true" style="position:absolute;left:-9999px">Archive</a>';

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/** The pages never echo the request; ids and the escaped texts of a game come from the database. */
export function unknownPage(language: Language): Response {
  return new Response(unknown(language), { status: 404, headers });
}

/** A game to show to visitors, as markup. */
export type ShownGame = { title: string; url: string; picture: string };

/** The page of a stopped link. It leads to the game, unless that is null because Fairclick stopped it too. */
export function gonePage(language: Language, link: LinkId, game: ShownGame | null): Response {
  const html = inLanguage(language, () =>
    render({
      title: t`This link is disabled`,
      ...(game
        ? {
            picture: `<img src="${game.picture}" alt="" width="640" height="360">`,
            text: t`It no longer counts for the person who shared it, but you can still play ${`<strong>${game.title}</strong>`}.`,
            link: { href: game.url, label: t`Play it here` },
          }
        : { text: t`The game is no longer promoted here.`, link: games() }),
      more: reportLink(`/report/${linkKey(link)}`),
    }),
  );
  return new Response(html, { status: 410, headers });
}

/** Instead of a redirect to an address that was reported and confirmed. */
export function warningPage(language: Language): Response {
  return new Response(warning(language), { headers });
}

export function unavailablePage(language: Language): Response {
  return new Response(unavailable(language), {
    status: 503,
    headers: { ...headers, "retry-after": "5" },
  });
}

/** For an address that requests too many missing links. Reloads itself after 2 seconds. */
export function crowdedPage(language: Language, cookie: string | null): Response {
  return new Response(unavailable(language), {
    status: 503,
    headers: {
      ...headers,
      "retry-after": "2",
      refresh: "2",
      ...(cookie ? { "set-cookie": cookie } : {}),
    },
  });
}

/** The page behind a hidden link; it looks like an ordinary page. */
export function trapPage(language: Language): Response {
  return new Response(archive(language), { headers });
}

/** Answers a prefetch with an uncacheable 503, so that the tap itself reaches the server. */
export function refusePrefetch(): Response {
  return new Response(null, { status: 503, headers: { "cache-control": "no-store" } });
}

function reportLink(href: string): string {
  return `<p class="more"><a href="${href}" rel="nofollow">${t`Report this link`}</a></p>`;
}

function fixedPage(write: () => VisitorPage): (language: Language) => string {
  const rendered = new Map<Language, string>();
  return (language) => {
    const html = rendered.get(language) ?? inLanguage(language, () => render(write()));
    rendered.set(language, html);
    return html;
  };
}

function render(page: VisitorPage): string {
  return renderVisitorPage(page.link ? { ...page, after: hiddenLink } : page);
}
