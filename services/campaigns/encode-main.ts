import { constants, setPriority } from "node:os";
import { parseLanguage } from "@fairclick/core/language/t";
import { inLanguage } from "../language/in-language";
import { encodeCover, encodeDrawing, packResult } from "./cover-images";

/**
 * The process that decodes images: one per image, at the lowest priority, with an empty environment.
 * It reads the image from its input and writes the files to its output.
 */
setPriority(constants.priority.PRIORITY_LOW);
const bytes = await Bun.stdin.bytes();
const [task, language] = Bun.argv.slice(2);
const result = await inLanguage(parseLanguage(language) ?? "en", () =>
  task === "drawing" ? encodeDrawing(bytes) : encodeCover(bytes),
);
await Bun.write(Bun.stdout, packResult(result));
