import sharp from "sharp";

type Size = { width?: number; height?: number };

/** Left half red, right half blue. */
export function twoColours({ width = 640, height = 360 }: Size = {}) {
  const blue = {
    create: { width: width / 2, height, channels: 3 as const, background: "#0000ff" },
  };
  return sharp({ create: { width, height, channels: 3, background: "#ff0000" } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ]);
}

export async function makePng(size: Size = {}): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await twoColours(size).png().toBuffer());
}

/** A photo with its place and its camera; `orientation` 3 is upside down. */
export async function makePhoto(orientation = 1): Promise<Uint8Array<ArrayBuffer>> {
  const photo = twoColours()
    .jpeg()
    .withExif({
      IFD0: { Make: "SpyCam", Copyright: "Dana Doe" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1" },
    })
    .withMetadata({ orientation });
  return new Uint8Array(await photo.toBuffer());
}

/** Three frames: red, green, blue. */
export async function makeAnimation(): Promise<Uint8Array<ArrayBuffer>> {
  const frames = await Promise.all(
    ["#ff0000", "#00ff00", "#0000ff"].map((background) =>
      sharp({ create: { width: 400, height: 240, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = sharp(frames, { join: { animated: true } }).gif();
  return new Uint8Array(await animation.toBuffer());
}

/** A PNG of a few hundred bytes that declares these dimensions in its header. */
export async function makeBomb(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const png = Buffer.from(await makePng());
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(Bun.hash.crc32(png.subarray(12, 29)), 29);
  return new Uint8Array(png);
}

/** Red, green and blue of one pixel, by shares of the width and height. */
export async function pixelAt(image: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) *
    info.channels;
  return [...data.subarray(at, at + 3)];
}
