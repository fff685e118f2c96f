import { currentLanguage } from "@fairclick/core/language/t";

export type VisitorPage = {
  title: string;
  /** Markup before the text. */
  picture?: string;
  text: string;
  /** Where to go from here. */
  link?: { href: string; label: string };
  /** Markup at the end of the page's main part. */
  more?: string;
  /** Markup after the page's main part. */
  after?: string;
};

/**
 * Lays out a page for visitors of links, in the product's colours: paper on a green ground, ink, one
 * marker. It needs no other file, so that it is whole while everything else is down.
 */
export function renderVisitorPage({
  title,
  picture = "",
  text,
  link,
  more = "",
  after = "",
}: VisitorPage): string {
  return `<!doctype html>
<html lang="${currentLanguage()}">
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
${picture}
<p>${text}</p>
${link ? `<p class="next"><a href="${link.href}">${link.label}</a></p>` : ""}
${more}
</main>
${after}
</body>
</html>
`;
}

/** The values of web/src/styles/tokens.css, and the typeface that the app shows before its own is loaded. */
const STYLE = `
:root { color-scheme: light dark; --ground: #e8ede9; --paper: #fbfdfb; --rule: #c3cec6; --edge: #7c8a81; --ink: #121c17;
  --soft: #47554d; --marker: #e4f53d; --lifted: rgb(18 28 23 / 0.14) }
@media (prefers-color-scheme: dark) { :root { --ground: #0c110e; --paper: #1a221d; --rule: #35423b; --edge: #74837a;
  --ink: #e9efea; --soft: #a9b6ad; --marker: #dff04a; --lifted: rgb(0 0 0 / 0.5) } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr;
  justify-items: center; gap: 1.5rem; padding: 1.25rem; color: var(--ink); background: var(--ground);
  font: 1rem/1.55 Arial, "Liberation Sans", Helvetica, sans-serif }
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
img { display: block; width: 100%; height: auto; aspect-ratio: 16 / 9; object-fit: cover; margin-bottom: 1rem }
strong { color: var(--ink); overflow-wrap: anywhere }
.next { margin-top: 1.5rem }
.next a { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.4rem 1rem; border-radius: 5px;
  color: #121c17; background: var(--marker); font-weight: 600; text-decoration: none }
.next a:hover { text-decoration: underline }
.more { margin-top: 1rem }
.more a { color: inherit; display: inline-flex; align-items: center; min-height: 2.75rem }
a:focus-visible, input:focus-visible, textarea:focus-visible, button:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px }
form { margin-top: 1.25rem; color: var(--ink) }
fieldset { margin: 1rem 0; padding: 0; border: 0 }
legend { padding: 0 }
label, legend { font-weight: 600 }
fieldset label { display: flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; font-weight: 400 }
input[type=radio] { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--ink) }
input[type=text], textarea { display: block; width: 100%; min-height: 2.75rem; margin-top: 0.25rem; padding: 0.5rem 0.6rem;
  font: inherit; color: inherit; background: var(--paper); border: 2px solid var(--edge); border-radius: 5px }
button { min-height: 2.75rem; margin-top: 1rem; padding: 0.4rem 1rem; border: 0; border-radius: 5px; font: inherit;
  font-weight: 600; color: #121c17; background: var(--marker); cursor: pointer }
[role=alert] { margin-top: 1rem; padding: 0.6rem 0.75rem; color: var(--ink); border: 2px solid var(--ink) }
`;

const LOGO = `<svg viewBox="0 0 20 24" aria-hidden="true"><path d="M1 1h18v21l-2.25-2-2.25 2-2.25-2L10 22l-2.25-2-2.25 2-2.25-2L1 22z"/><path d="M4.5 5.5h11v3.4h-11z" style="fill:var(--marker);stroke:none"/><path d="M4.5 6.4h11M4.5 12h11M4.5 15.6h6.5"/></svg>`;
