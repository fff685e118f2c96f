type Page = { title: string; text: string; link?: { href: string; label: string } };

const games = { href: "/campaigns", label: "See other games" };

const unknown: Page = {
  title: "This link does not exist",
  text: "It may be incomplete or misspelled. Ask the person who shared it for the correct link.",
  link: games,
};
const gone: Page = {
  title: "This link is disabled",
  text: "The game is no longer promoted here.",
  link: games,
};
const unavailable: Page = {
  title: "One moment, please",
  text: "We cannot look this link up right now. Please try again in a few seconds.",
};

const archive: Page = {
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

/** The pages are fixed texts and never echo the request. */
export function unknownPage(): Response {
  return new Response(unknownHtml, { status: 404, headers });
}

export function gonePage(): Response {
  return new Response(goneHtml, { status: 410, headers });
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

function render({ title, text, link }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Fairclick</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem;
  font: 1rem/1.6 system-ui, sans-serif; color: #1c1917; background: #fafaf9; text-align: center }
a { color: #4338ca }
@media (prefers-color-scheme: dark) { body { color: #f5f5f4; background: #1c1917 } a { color: #a5b4fc } }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
${link ? `<p><a href="${link.href}">${link.label}</a></p>` : ""}
</main>
${link ? hiddenLink : ""}
</body>
</html>
`;
}

const unknownHtml = render(unknown);
const trapHtml = render(archive);
const goneHtml = render(gone);
const unavailableHtml = render(unavailable);
