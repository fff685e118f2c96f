import { type Genre, genres } from "./genres";

/** Everything that a drawing shows. Its address contains exactly this. */
export type DrawnCover = {
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
