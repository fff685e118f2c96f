import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { withMouse } from "./with-mouse";

it("asks for the mouse with the alternate screen, and gives it back before it leaves", () => {
  const written: string[] = [];
  const sink = new Writable({
    write: (chunk, _, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const screen = withMouse(sink as unknown as NodeJS.WriteStream);
  for (const text of ["\u001b[?1049h", "a row", "last frame\u001b[?1049l"]) screen.write(text);
  expect(written).toEqual([
    "\u001b[?1049h\u001b[?1000h\u001b[?1006h",
    "a row",
    "last frame\u001b[?1006l\u001b[?1000l\u001b[?1049l",
  ]);
});
