import type { DrawnCover } from "./drawn-cover";
import type { Genre } from "./genres";
import { LETTER_COLUMNS, LETTER_ROWS, letterPixels } from "./pixel-letters";

const WIDTH = 1_280;
const HEIGHT = 720;
const PIXEL = 44;
/** Colours of the light theme, used in both themes: the drawing has a background of its own. */
const PAPER = "#fbfdfb";
const MARKER = "#e4f53d";

type Look = { ground: string; pattern: string; draw: (variant: number) => string };

/** By genre: a dark background, the slightly lighter colour of its pattern, and the pattern's shapes. */
export const coverLooks: Record<Genre | "other", Look> = {
  Obby: { ground: "#0f4c5c", pattern: "#1a6376", draw: drawPlatforms },
  Simulator: { ground: "#2a5530", pattern: "#3b6b41", draw: drawDots },
  RPG: { ground: "#4a2c6e", pattern: "#5f4186", draw: drawDiamonds },
  Tycoon: { ground: "#5a3b0e", pattern: "#735021", draw: drawBars },
  Fighting: { ground: "#6e1f2a", pattern: "#87343f", draw: drawSlashes },
  Roleplay: { ground: "#1f4a80", pattern: "#345f97", draw: drawBubbles },
  Anime: { ground: "#741d57", pattern: "#8b346d", draw: drawRays },
  Adventure: { ground: "#17492f", pattern: "#2b6144", draw: drawHills },
  Shooter: { ground: "#37414a", pattern: "#4d5862", draw: drawRings },
  other: { ground: "#33413a", pattern: "#495850", draw: drawChecks },
};

/** Draws the cover of a campaign without an image, as SVG without text, style, script or link. */
export function drawCover({ initials, genre, variant }: DrawnCover): string {
  const { ground, pattern, draw } = coverLooks[genre ?? "other"];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${ground}"/>
<g fill="${pattern}" stroke="${pattern}" stroke-width="0">${draw(variant)}</g>
${drawInitials(initials)}
</svg>`;
}

function drawInitials(initials: string): string {
  if (initials === "") return "";
  const width = (initials.length * (LETTER_COLUMNS + 1) - 1) * PIXEL;
  const left = (WIDTH - width) / 2;
  const top = (HEIGHT - (LETTER_ROWS + 1.5) * PIXEL) / 2;
  const path = [...initials]
    .flatMap((letter, at) =>
      letterPixels(letter).map(({ column, row }) => {
        const x = left + (at * (LETTER_COLUMNS + 1) + column) * PIXEL;
        return `M${x} ${top + row * PIXEL}h${PIXEL}v${PIXEL}h-${PIXEL}z`;
      }),
    )
    .join("");
  const underline = `<rect x="${left}" y="${top + (LETTER_ROWS + 1) * PIXEL}" width="${width}" height="${PIXEL / 2}" fill="${MARKER}"/>`;
  return `<path d="${path}" fill="${PAPER}"/>${underline}`;
}

function repeat(times: number, shape: (at: number) => string): string {
  return Array.from({ length: times }, (_, at) => shape(at)).join("");
}

function drawPlatforms(variant: number): string {
  return repeat(11, (at) => {
    const y = 640 - ((at * 3 + variant) % 11) * 58;
    return `<rect x="${at * 128 - 64}" y="${y}" width="150" height="34"/>`;
  });
}

function drawDots(variant: number): string {
  return repeat(60, (at) => {
    const [column, row] = [at % 10, Math.floor(at / 10)];
    const radius = 10 + ((column * 5 + row * 3 + variant) % 8) * 5;
    return `<circle cx="${column * 134 + 37}" cy="${row * 134 + 25}" r="${radius}"/>`;
  });
}

function drawDiamonds(variant: number): string {
  return repeat(32, (at) => {
    const [column, row] = [at % 8, Math.floor(at / 8)];
    const half = 34 + ((column + row * 3 + variant) % 4) * 16;
    const x = column * 180 + (row % 2) * 90;
    return `<path d="M${x} ${row * 200 + 60 - half}l${half} ${half}l-${half} ${half}l-${half} -${half}z"/>`;
  });
}

function drawBars(variant: number): string {
  return repeat(12, (at) => {
    const height = 120 + ((at * 7 + variant * 5) % 12) * 46;
    return `<rect x="${at * 110 + 14}" y="${HEIGHT - height}" width="72" height="${height}"/>`;
  });
}

function drawSlashes(variant: number): string {
  return repeat(9, (at) => {
    const x = at * 190 - 280 + variant * 11;
    const width = 30 + ((at * 5 + variant) % 4) * 24;
    return `<path d="M${x} ${HEIGHT}l320 -${HEIGHT}h${width}l-320 ${HEIGHT}z"/>`;
  });
}

function drawBubbles(variant: number): string {
  return repeat(15, (at) => {
    const width = 130 + ((at * 3 + variant) % 5) * 34;
    const x = (at % 5) * 270 - 40 + ((variant + at) % 3) * 30;
    return `<rect x="${x}" y="${Math.floor(at / 5) * 250 + 40}" width="${width}" height="110" rx="55"/>`;
  });
}

function drawRays(variant: number): string {
  const [x, y] = [160 + (variant % 8) * 137, variant < 8 ? 0 : HEIGHT];
  return repeat(16, (at) => {
    const point = (step: number) => {
      const angle = (step * Math.PI) / 16;
      return `${Math.round(x + 1_600 * Math.cos(angle))} ${Math.round(y + 1_600 * Math.sin(angle))}`;
    };
    return `<path d="M${x} ${y}L${point(at * 2)}L${point(at * 2 + 1)}z"/>`;
  });
}

function drawHills(variant: number): string {
  return repeat(3, (at) => {
    const [x, y] = [at * 430 - 120 + variant * 18, 260 + ((at + variant) % 3) * 90];
    return `<path d="M${x - 420} ${HEIGHT}L${x} ${y}L${x + 420} ${HEIGHT}z"/>`;
  });
}

function drawRings(variant: number): string {
  const [x, y] = [160 + (variant % 4) * 320, 120 + Math.floor(variant / 4) * 160];
  return repeat(
    9,
    (at) => `<circle cx="${x}" cy="${y}" r="${at * 150 + 60}" fill="none" stroke-width="44"/>`,
  );
}

function drawChecks(variant: number): string {
  return repeat(36, (at) => {
    const row = Math.floor(at / 6);
    const x = (at % 6) * 240 + ((row + variant) % 2) * 120;
    return `<rect x="${x}" y="${row * 120}" width="120" height="120"/>`;
  });
}
