import { type Genre, genres } from "./genres";

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

/** Everything that a drawing shows. Its address contains exactly this. */
type DrawnCover = {
  /** At most two letters or digits, in lower case; empty for titles in other scripts. */
  initials: string;
  genre: Genre | null;
  /** One of 16 arrangements of the genre's pattern. */
  variant: number;
};

const VARIANTS = 16;
/** Titles have notes in brackets, such as [UPDATE 5]. */
const NOTES = /\[[^[\]]*\]|\([^()]*\)/g;

/** Returns the drawing for a campaign without an image. Equal titles and genres have equal drawings. */
export function chooseDrawnCover(title: string, chosenGenres: readonly string[]): DrawnCover {
  return {
    initials: drawnInitials(title.replace(NOTES, " ")) || drawnInitials(title),
    genre: genres.find((genre) => genre === chosenGenres[0]) ?? null,
    variant: hash(title) % VARIANTS,
  };
}

/** The first letters of the first and the last word. */
function drawnInitials(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => word?.[0] ?? "").join("");
}

export function drawnCoverPath(
  { initials, genre, variant }: DrawnCover,
  format: "svg" | "png",
): string {
  return `/covers/drawn/${initials}-${(genre ?? "other").toLowerCase()}-${variant}.${format}`;
}

/** Parses the name of a drawing, such as `tf-obby-3.svg`. Returns null for other names. */
export function parseDrawnCover(name: string): { cover: DrawnCover; format: string } | null {
  const [, initials, slug, number, format] =
    /^([a-z0-9]{0,2})-([a-z]{1,10})-(0|[1-9]\d?)\.(svg|png)$/.exec(name) ?? [];
  const genre = genres.find((each) => each.toLowerCase() === slug) ?? null;
  const variant = Number(number);
  if (initials === undefined || format === undefined || variant >= VARIANTS) return null;
  if (genre === null && slug !== "other") return null;
  return { cover: { initials, genre, variant }, format };
}

/** FNV-1a with 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const character of text) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return state >>> 0;
}

/** Letters of 5 × 7 pixels, two hexadecimal digits per row. Drawing them needs no font. */
const letters: Record<string, string> = {
  a: "0e11111f111111",
  b: "1e11111e11111e",
  c: "0e11101010110e",
  d: "1e11111111111e",
  e: "1f10101e10101f",
  f: "1f10101e101010",
  g: "0e11101711110f",
  h: "1111111f111111",
  i: "0e04040404040e",
  j: "0702020202120c",
  k: "11121418141211",
  l: "1010101010101f",
  m: "111b1515111111",
  n: "11111915131111",
  o: "0e11111111110e",
  p: "1e11111e101010",
  q: "0e11111115120d",
  r: "1e11111e141211",
  s: "0f10100e01011e",
  t: "1f040404040404",
  u: "1111111111110e",
  v: "11111111110a04",
  w: "1111111515150a",
  x: "11110a040a1111",
  y: "1111110a040404",
  z: "1f01020408101f",
  0: "0e11131519110e",
  1: "040c040404040e",
  2: "0e11010204081f",
  3: "1f02040201110e",
  4: "02060a121f0202",
  5: "1f101e0101110e",
  6: "0608101e11110e",
  7: "1f010204080808",
  8: "0e11110e11110e",
  9: "0e11110f01020c",
};

const LETTER_COLUMNS = 5;
const LETTER_ROWS = 7;

/** Returns the columns and rows of a letter's pixels; none for an unknown letter. */
export function letterPixels(letter: string): { column: number; row: number }[] {
  const rows = letters[letter]?.match(/../g) ?? [];
  return rows.flatMap((bits, row) =>
    Array.from({ length: LETTER_COLUMNS }, (_, column) => ({ column, row })).filter(
      ({ column }) => (Number.parseInt(bits, 16) >> (LETTER_COLUMNS - 1 - column)) & 1,
    ),
  );
}
