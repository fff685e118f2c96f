import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A picture that `bun run icons` draws from the favicon. */
export type Picture = {
  /** Path inside `web/public`. */
  file: string;
  width: number;
  height: number;
  /** Returns the page to take a screenshot of. `fontUrl` is the address of the text font. */
  html: (fontUrl: string) => string;
};

const root = join(import.meta.dirname, "../..");
const svg = readFileSync(join(root, "web/public/favicon.svg"), "utf8");

/** The colours of web/src/styles/tokens.css. */
const GROUND = "#e8ede9";
const INK = "#121c17";
const SOFT = "#47554d";
const MARKER = "#e4f53d";

export const pictures: readonly Picture[] = [
  icon("icons/icon-192.png", { size: 192, share: 0.86 }),
  icon("icons/icon-512.png", { size: 512, share: 0.86 }),
  // Launchers can cut off a fifth of a maskable icon.
  icon("icons/icon-maskable-512.png", { size: 512, share: 0.6, ground: MARKER }),
  icon("icons/apple-touch-icon.png", { size: 180, share: 0.7, ground: MARKER }),
  { file: "icons/preview.png", width: 1200, height: 630, html: previewHtml },
];

type Icon = {
  size: number;
  /** Width of the drawing, as a share of the icon's. */
  share: number;
  /** Transparent if it is missing. */
  ground?: string;
};

function icon(file: string, { size, share, ground = "transparent" }: Icon): Picture {
  const html = page(
    `svg { width: ${share * 100}vw; height: ${share * 100}vw }`,
    `<body style="background:${ground}">${svg}`,
  );
  return { file, width: size, height: size, html: () => html };
}

function previewHtml(fontUrl: string): string {
  return page(
    `@font-face { font-family: Text; font-weight: 400 900; src: url("${fontUrl}") }
     body { background: ${GROUND}; color: ${INK}; font-family: Text; grid-template-columns: 700px 300px; gap: 60px }
     svg { width: 330px; height: 330px; rotate: 4deg }
     h1 { margin: 0; font-size: 84px; font-weight: 800; line-height: 1.02; letter-spacing: -0.035em }
     b { font-weight: 800; padding: 0 14px; margin: 0 -14px; background: linear-gradient(98deg, transparent 4px, ${MARKER} 5px calc(100% - 5px), transparent calc(100% - 4px)) }
     p { margin: 30px 0 0; font-size: 32px; line-height: 1.35; text-wrap: balance; color: ${SOFT} }
     p:last-child { margin-top: 34px; font-weight: 800; color: ${INK} }`,
    `<body><div><h1>Ad systems are broken. This one <b>prints&nbsp;receipts.</b></h1>
     <p>Clicks for games: the budget is reserved first, every click is judged, and each valid one is paid.</p>
     <p>Fairclick</p></div>${svg}`,
  );
}

function page(style: string, body: string): string {
  return `<!doctype html><style>body { margin: 0; height: 100vh; display: grid; place-content: center; place-items: center start }
${style}</style>${body}`;
}
