import {
  COVER_WIDTHS,
  type CoverFormat,
  coverFormats,
  PREVIEW_FILE,
} from "@fairclick/core/campaigns/cover-files";
import { t } from "@fairclick/core/language/t";
import sharp, { type Sharp } from "sharp";
import { describeUnreadable, type ImageResult } from "./image-task";

const MAX_PIXELS = 24_000_000;
const MIN_WIDTH = 320;
const MIN_HEIGHT = 180;
const LARGEST = { width: 1_280, height: 720 };
const PREVIEW = { width: 1_200, height: 630 };
/** Background of transparent images. */
const GROUND = "#e8ede9";

/** Only these decoders run: no SVG, PDF or raw format, whatever the bytes claim to be. */
const decoders = ["Jpeg", "Png", "Webp", "Nsgif", "Heif"];

/**
 * Decodes an image, or the first frame of an animated one, and encodes a cover's files. They contain pixels
 * only: position, camera, comments and colour profile of the original are left out.
 */
export async function encodeCover(bytes: Uint8Array): Promise<ImageResult> {
  limitSharp(decoders);
  try {
    const problem = await findProblem(bytes);
    return problem === null ? { files: await encodeFiles(bytes) } : { problem };
  } catch {
    return { problem: describeUnreadable() };
  }
}

/** Encodes one of our own drawings as PNG. */
export async function encodeDrawing(svg: Uint8Array): Promise<ImageResult> {
  limitSharp(["Svg"]);
  const bytes = await sharp(svg).resize(PREVIEW).png({ palette: true }).toBuffer();
  return { files: new Map([["drawing.png", bytes]]) };
}

function limitSharp(names: readonly string[]): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: names.map((name) => `VipsForeignLoad${name}Buffer`) });
}

/** Returns why the image cannot be a cover; null if it can. Reads its header only: huge dimensions cost nothing. */
async function findProblem(bytes: Uint8Array): Promise<string | null> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > MAX_PIXELS) {
    return t`This image has ${width} × ${height} pixels. Please use at most 24 million, such as 6000 × 4000.`;
  }
  if (Math.max(width, height) < MIN_WIDTH || Math.min(width, height) < MIN_HEIGHT) {
    return t`This image has only ${width} × ${height} pixels. Please use at least ${MIN_WIDTH} × ${MIN_HEIGHT}.`;
  }
  return null;
}

async function encodeFiles(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const upright = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
    .autoOrient()
    .resize({ width: 2_560, height: 2_560, fit: "inside", withoutEnlargement: true })
    .flatten({ background: GROUND })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = upright.info;
  const raw = { raw: { width, height, channels: 3 as const } };
  const source = () => sharp(upright.data, raw);
  const files = new Map<string, Uint8Array>();
  for (const each of COVER_WIDTHS) {
    const resized = source().resize({ ...LARGEST, width: each, height: (each * 9) / 16 });
    for (const format of coverFormats) {
      files.set(`${each}.${format}`, await encode(resized.clone(), format));
    }
  }
  const preview = source().resize(PREVIEW).jpeg({ quality: 82, mozjpeg: true });
  files.set(PREVIEW_FILE, await preview.toBuffer());
  return files;
}

function encode(image: Sharp, format: CoverFormat): Promise<Buffer> {
  switch (format) {
    case "avif":
      return image.avif({ quality: 52, effort: 3 }).toBuffer();
    case "webp":
      return image.webp({ quality: 78 }).toBuffer();
  }
}
