import { expect, it } from "vitest";
import { dropColours } from "./output";

it.each([
  ["\u001b[31mred\u001b[39m", "red"],
  ["\u001b[1;31mbold red\u001b[0m", "\u001b[1mbold red\u001b[0m"],
  ["\u001b[38;5;196mred\u001b[38;2;1;2;3mrgb\u001b[48;5;7m.", "redrgb."],
  ["\u001b[96;7mchosen\u001b[27m", "\u001b[7mchosen\u001b[27m"],
  ["\u001b[2J\u001b[1;1H", "\u001b[2J\u001b[1;1H"],
])("%j without colours is %j", (text, plain) => {
  expect(dropColours(text)).toBe(plain);
});
