import { type LinkId, linkKey } from "./link-key";
import { renderVisitorPage, type VisitorPage } from "./page-layout";

const games = { href: "/campaigns", label: "See other games" };

const unknown: VisitorPage = {
  title: "This link does not exist",
  text: "It may be incomplete or misspelled. Ask the person who shared it for the correct link.",
  link: games,
  more: reportLink("/report"),
};
const gone: VisitorPage = {
  title: "This link is disabled",
  text: "The game is no longer promoted here.",
  link: games,
};
const warning: VisitorPage = {
  title: "We do not open this link",
  text: "The page behind it was reported, and we confirmed that it breaks our rules. It may try to steal passwords or money, or show what does not belong here. If you have just entered a password there, change it.",
  link: games,
};
const unavailable: VisitorPage = {
  title: "One moment, please",
  text: "We cannot look this link up right now. Please try again in a few seconds.",
};

const archive: VisitorPage = {
  title: "Nothing in the archive",
  text: "There are no older games to show.",
  link: games,
};

/** A link that people cannot see, hear or focus: only programs follow it. */
export const hiddenLink =
  '<a href="/api/clicks/trap/archive" rel="nofollow" tabindex="-1" aria-hidden="true" style="position:absolute;left:-9999px">Archive</a>';

const headers = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
};

/** The pages are fixed texts and never echo the request; ids come from the database. */
export function unknownPage(): Response {
  return new Response(unknownHtml, { status: 404, headers });
}

export function gonePage(link: LinkId): Response {
  const html = render({ ...gone, more: reportLink(`/report/${linkKey(link)}`) });
  return new Response(html, { status: 410, headers });
}

/** Instead of a redirect to an address that was reported and confirmed. */
export function warningPage(): Response {
  return new Response(warningHtml, { headers });
}

export function unavailablePage(): Response {
  return new Response(unavailableHtml, {
    status: 503,
    headers: { ...headers, "retry-after": "5" },
  });
}

/** For an address that requests too many missing links. Reloads itself after 2 seconds. */
export function crowdedPage(cookie: string | null): Response {
  return new Response(unavailableHtml, {
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
export function trapPage(): Response {
  return new Response(trapHtml, { headers });
}

/** Answers a prefetch with an uncacheable 503, so that the tap itself reaches the server. */
export function refusePrefetch(): Response {
  return new Response(null, { status: 503, headers: { "cache-control": "no-store" } });
}

function reportLink(href: string): string {
  return `<p class="more"><a href="${href}" rel="nofollow">Report this link</a></p>`;
}

function render(page: VisitorPage): string {
  return renderVisitorPage(page.link ? { ...page, after: hiddenLink } : page);
}

const unknownHtml = render(unknown);
const trapHtml = render(archive);
const warningHtml = render(warning);
const unavailableHtml = render(unavailable);
