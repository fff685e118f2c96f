import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import {
  COVER_WIDTHS,
  type CoverFormat,
  coverFormats,
  PREVIEW_FILE,
} from "@fairclick/core/campaigns/cover-files";
import { AppError } from "@fairclick/core/errors";
import { currentLanguage, parseLanguage, t } from "@fairclick/core/language/t";
import sharp, { type Sharp } from "sharp";
import { inLanguage } from "../language/in-language";
import { type Holder, type Line, openLine } from "../shares";

/** This file is also the program that decodes: see its end. */
const PROGRAM = fileURLToPath(import.meta.url);
const TIMEOUT_MS = 20_000;
const RETRY_SECONDS = 10;

/** Runs the tasks of each kind one after another. Throws `unavailable` if too many wait. */
export type ImageTasks = (
  task: ImageTask,
  bytes: Uint8Array,
  holder: Holder,
) => Promise<ImageResult>;

/**
 * Decodes each image in a process of its own, so that an image that crashes or blocks its decoder cannot harm
 * the process that answers requests. Drawings and uploads do not wait for each other.
 */
export function openImageTasks({ timeoutMs = TIMEOUT_MS } = {}): ImageTasks {
  const lines: Record<ImageTask, Line> = { cover: openLine(waiting), drawing: openLine(waiting) };
  return (task, bytes, holder) => lines[task](holder, () => runTask(task, bytes, timeoutMs));
}

/** One at a time: decoding a large image takes a processor for seconds. */
const waiting = {
  atOnce: 1,
  total: 16,
  perUser: 2,
  perNetwork: 8,
  refuse: () =>
    new AppError("unavailable", t`Many images are being read. Please try again soon.`, {
      retryAfterSeconds: RETRY_SECONDS,
    }),
};

async function runTask(task: ImageTask, bytes: Uint8Array, timeoutMs: number) {
  const child = Bun.spawn([process.execPath, PROGRAM, task, currentLanguage()], {
    stdin: bytes,
    stdout: "pipe",
    stderr: "ignore",
    // The process gets neither the settings of this process nor those of an `.env` file.
    env: {},
    cwd: dirname(PROGRAM),
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const output = await new Response(child.stdout).bytes();
  const exitCode = await child.exited;
  if (exitCode === 0) return unpackResult(output);
  return { problem: describeUnreadable() };
}

/** A task of the process that decodes images: encode a cover's files, or convert a drawing to PNG. */
type ImageTask = "cover" | "drawing";

/** Files by name, or the reason why there are none, as a sentence for people. */
type ImageResult = { files: Map<string, Uint8Array> } | { problem: string };

export function describeUnreadable(): string {
  return t`This image cannot be read. Please save it as PNG or JPEG and try again.`;
}

/** Writes a result as one line of JSON and the bytes of its files. */
export function packResult(result: ImageResult): Uint8Array {
  const files = "files" in result ? [...result.files] : [];
  const head =
    "files" in result ? { files: files.map(([name, { length }]) => [name, length]) } : result;
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    ...files.map(([, bytes]) => bytes),
  ]);
}

/** Throws if the process ended before it had written everything. */
function unpackResult(packed: Uint8Array): ImageResult {
  const end = packed.indexOf(10);
  const head: { files?: [string, number][]; problem?: string } = JSON.parse(
    Buffer.from(packed.subarray(0, Math.max(end, 0))).toString(),
  );
  if (head.problem !== undefined) return { problem: head.problem };
  const files = new Map<string, Uint8Array>();
  let at = end + 1;
  for (const [name, length] of head.files ?? []) {
    files.set(name, packed.subarray(at, at + length));
    at += length;
  }
  if (at !== packed.length || files.size === 0) throw new Error("The result is not whole");
  return { files };
}

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

/** Kinds of images that are decoded, by their first bytes in hexadecimal digits. */
const beginnings = {
  png: /^89504e470d0a1a0a/,
  jpeg: /^ffd8ff/,
  gif: /^47494638(?:37|39)61/,
  webp: /^52494646.{8}57454250/,
  avif: /^.{8}667479706176(?:6966|6973)/,
};

/** Returns true if the first bytes are those of a decodable image, whatever its name or type says. */
export function isKnownImage(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return Object.values(beginnings).some((pattern) => pattern.test(start));
}

/**
 * The process that decodes images: one per image, at the lowest priority, with an empty environment.
 * It reads the image from its input and writes the files to its output.
 */
if (import.meta.main) {
  setPriority(constants.priority.PRIORITY_LOW);
  const bytes = await Bun.stdin.bytes();
  const [task, language] = Bun.argv.slice(2);
  const result = await inLanguage(parseLanguage(language) ?? "en", () =>
    task === "drawing" ? encodeDrawing(bytes) : encodeCover(bytes),
  );
  await Bun.write(Bun.stdout, packResult(result));
}
