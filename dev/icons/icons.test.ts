import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { recordDrawn } from "./drawn-from";
import { pictures } from "./pictures";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path));
const inPublic = (file: string) => read(join("web/public", file));

/** Returns the size that a PNG declares, as the manifest writes it. */
function readSize(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

it("has the pictures that `bun run icons` draws from the favicon as it is", () => {
  const kept = JSON.parse(read("dev/icons/drawn.json").toString());
  expect(recordDrawn(({ file }) => inPublic(file))).toEqual(kept);
  for (const { file, width, height } of pictures) {
    expect(readSize(inPublic(file)), file).toBe(`${width}x${height}`);
  }
});

it("lists icons of the stated sizes in the manifest", () => {
  const manifest = JSON.parse(inPublic("manifest.webmanifest").toString());
  const icons: { src: string; sizes: string; purpose?: string }[] = manifest.icons;
  for (const { src, sizes } of icons) {
    if (sizes !== "any") expect(readSize(inPublic(src)), src).toBe(sizes);
  }
  // What Chromium requires of an app that can be installed.
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(["192x192", "512x512"]));
  expect(icons.filter(({ purpose }) => purpose === "maskable")).toHaveLength(1);
  expect(manifest).toMatchObject({ name: "Fairclick", display: "standalone", scope: "/" });
});

it("links files in the page that exist", () => {
  const html = read("web/index.html").toString();
  const files = [...html.matchAll(/<link [^<>]*href="\/([^"]+)"/g)].map(([, file]) => file ?? "");
  expect(files).toEqual(["favicon.svg", "icons/apple-touch-icon.png", "manifest.webmanifest"]);
  for (const file of files) expect(inPublic(file).length, file).toBeGreaterThan(0);
});
