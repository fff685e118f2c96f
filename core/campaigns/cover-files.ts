import { t } from "../language/t";

/** Widths of a cover in pixels; it is 16 wide to 9 high. */
export const COVER_WIDTHS = [320, 640, 1_280] as const;
export const coverFormats = ["avif", "webp"] as const;
export type CoverFormat = (typeof coverFormats)[number];

/** For link previews and mails, which do not all show the newer formats: 1200 × 630 pixels. */
export const PREVIEW_FILE = "1200.jpg";

/** The files of every cover: `640.webp`. */
export const coverFiles: readonly string[] = [
  ...COVER_WIDTHS.flatMap((width) => coverFormats.map((format) => `${width}.${format}`)),
  PREVIEW_FILE,
];

export const MAX_COVER_BYTES = 5 * 1_024 * 1_024;
export const coverTooLarge = () => t`Image file size must be less than 5MB`;

export function coverPath(hash: string, file: string): string {
  return `/covers/${hash}-${file}`;
}

/** Parses the name of a cover's file, such as `<hash>-640.webp`. Returns null for other names. */
export function parseCoverFile(name: string): { hash: string; file: string } | null {
  const [, hash, file] = /^([0-9a-f]{64})-([0-9a-z.]{1,9})$/.exec(name) ?? [];
  if (hash === undefined || file === undefined || !coverFiles.includes(file)) return null;
  return { hash, file };
}
