export type VisitorPage = {
  title: string;
  text: string;
  /** Where to go from here. */
  link?: { href: string; label: string };
  /** Markup after the page's main part. */
  after?: string;
};

/**
 * Lays out a page for visitors of links, in the product's colours: paper on a green ground, ink, one
 * marker. It needs no other file, so that it is whole while everything else is down.
 */
export function renderVisitorPage({ title, text, link, after = "" }: VisitorPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Fairclick</title>
<style>${STYLE}</style>
</head>
<body>
<header><a href="/" aria-label="Fairclick">${LOGO}Fairclick</a></header>
<main>
<h1>${title}</h1>
<p>${text}</p>
${link ? `<p class="next"><a href="${link.href}">${link.label}</a></p>` : ""}
</main>
${after}
</body>
</html>
`;
}

/** The values of web/src/styles/tokens.css. */
const STYLE = `
:root { color-scheme: light dark; --ground: #e8ede9; --paper: #fbfdfb; --rule: #c3cec6; --ink: #121c17;
  --soft: #47554d; --marker: #e4f53d; --lifted: rgb(18 28 23 / 0.14) }
@media (prefers-color-scheme: dark) { :root { --ground: #0c110e; --paper: #1a221d; --rule: #35423b;
  --ink: #e9efea; --soft: #a9b6ad; --marker: #dff04a; --lifted: rgb(0 0 0 / 0.5) } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr;
  justify-items: center; gap: 1.5rem; padding: 1.25rem; color: var(--ink); background: var(--ground);
  font: 1rem/1.55 "Schibsted Grotesk", ui-sans-serif, system-ui, sans-serif }
header { width: 100%; max-width: 30rem }
header a { display: inline-flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; color: inherit;
  font-size: 1.1875rem; font-weight: 800; letter-spacing: -0.02em; text-decoration: none }
header svg { width: 1.25rem; height: 1.5rem; fill: var(--paper); stroke: var(--ink); stroke-width: 1.6;
  stroke-linejoin: round }
main { align-self: center; width: 100%; max-width: 30rem; margin-bottom: 20vh; padding: 2rem 1.75rem;
  background: var(--paper); border-bottom: 3px dotted var(--ground); filter: drop-shadow(0 8px 14px var(--lifted)) }
h1 { margin: 0 0 0.75rem; padding-bottom: 0.75rem; border-bottom: 2px dashed var(--rule);
  font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2rem); line-height: 1.15; letter-spacing: -0.02em }
p { margin: 0; color: var(--soft) }
.next { margin-top: 1.5rem }
.next a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.4rem 1rem; border-radius: 5px;
  color: #121c17; background: var(--marker); font-weight: 600; text-decoration: none }
.next a:hover { text-decoration: underline }
a:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
`;

const LOGO = `<svg viewBox="0 0 20 24" aria-hidden="true"><path d="M1 1h18v21l-2.25-2-2.25 2-2.25-2L10 22l-2.25-2-2.25 2-2.25-2L1 22z"/><path d="M4.5 5.5h11v3.4h-11z" style="fill:var(--marker);stroke:none"/><path d="M4.5 6.4h11M4.5 12h11M4.5 15.6h6.5"/></svg>`;
