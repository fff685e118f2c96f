import { escapeMarkup } from "../pages/escape-markup";

export const BANNER_WIDTH = 600;
export const BANNER_HEIGHT = 150;
const PADDING = 28;
const BUTTON_WIDTH = 132;
const TEXT_WIDTH = BANNER_WIDTH - 3 * PADDING - BUTTON_WIDTH;

/** An empty image, for unknown or disabled links. */
export const emptyBanner =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1" viewBox="0 0 1 1"/>';

type Game = { gameTitle: string; description: string };

/**
 * Draws a game's banner as SVG. It contains no style, script or link. The campaign's texts are escaped
 * and clipped, so they cannot break the layout.
 */
export function drawBanner({ gameTitle, description }: Game): string {
  const title = shorten(gameTitle, TEXT_WIDTH, 30);
  const text = shorten(description, TEXT_WIDTH, 16);
  const font = 'font-family="Helvetica, Arial, sans-serif"';
  const buttonX = BANNER_WIDTH - PADDING - BUTTON_WIDTH;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${BANNER_WIDTH}" height="${BANNER_HEIGHT}" viewBox="0 0 ${BANNER_WIDTH} ${BANNER_HEIGHT}" role="img" aria-label="${title}">
<rect width="${BANNER_WIDTH}" height="${BANNER_HEIGHT}" fill="#fbfdfb"/>
<rect x="1" y="1" width="${BANNER_WIDTH - 2}" height="${BANNER_HEIGHT - 2}" fill="none" stroke="#121c17" stroke-width="2"/>
<svg x="${PADDING}" y="0" width="${TEXT_WIDTH}" height="${BANNER_HEIGHT}">
<text x="0" y="71" ${font} font-size="30" font-weight="700" fill="#121c17">${title}</text>
<text x="0" y="101" ${font} font-size="16" fill="#47554d">${text}</text>
<text x="0" y="32" ${font} font-size="12" fill="#47554d">Ad · Fairclick</text>
</svg>
<rect x="${buttonX}" y="51" width="${BUTTON_WIDTH}" height="48" rx="5" fill="#e4f53d" stroke="#121c17" stroke-width="2"/>
<text x="${buttonX + BUTTON_WIDTH / 2}" y="81" text-anchor="middle" ${font} font-size="17" font-weight="700" fill="#121c17">Play now</text>
</svg>`;
}

/** Truncates a text to a width in pixels, by the estimated widths of its characters. */
function shorten(text: string, width: number, fontSize: number): string {
  const characters = [...clean(text)];
  let used = 0;
  const fits = characters.findIndex((character, at) => {
    used += estimateWidth(character) * fontSize;
    return used > (at === characters.length - 1 ? width : width - fontSize);
  });
  const shown = fits < 0 ? characters : [...characters.slice(0, fits), "…"];
  return escapeMarkup(shown.join(""));
}

function estimateWidth(character: string): number {
  if (/[\u1100-\u{1ffff}]/u.test(character) && !/[\u2010-\u2027]/.test(character)) return 1.05;
  if (/[MW@%]/.test(character)) return 0.95;
  if (/[A-Z]/.test(character)) return 0.72;
  return /[iljtfr.,;:!'| ]/.test(character) ? 0.36 : 0.58;
}

/** Removes characters that XML forbids or that change the text direction. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}\ufffe\uffff\ufffd]/gu, "")
    .trim();
}
