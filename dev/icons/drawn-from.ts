import { createHash } from "node:crypto";
import { type Picture, pictures } from "./pictures";

/** Content of `dev/icons/drawn.json`: per picture, the hashes of its page and of the drawn file. */
export type Drawn = Record<string, { page: string; file: string }>;

export function recordDrawn(read: (picture: Picture) => Uint8Array): Drawn {
  return Object.fromEntries(
    pictures.map((picture) => [
      picture.file,
      { page: hash(picture.html("font")), file: hash(read(picture)) },
    ]),
  );
}

function hash(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
