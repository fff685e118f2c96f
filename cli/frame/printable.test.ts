import { describe, expect, it } from "vitest";
import { guardOutput, printable, printableDeep, toJsonLine } from "./output";

const honest = [
  "日本 é ü",
  "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ❤️ 1️⃣",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪",
  "لعبة",
  "משחק",
  "می‌خواهم",
  "क्‍ष हिन्दी",
  "Cafe\u0301",
];

describe("printable", () => {
  it.each([
    ["\u001b]0;x\u0007", "\\u001b]0;x\\u0007"],
    ["\u007f\u009b1m", "\\u007f\\u009b1m"],
    ["a\r\nb\tc", "a\\r\\nb\\tc"],
    ["\u202emoc\u2066\u200f\u061c", "\\u202emoc\\u2066\\u200f\\u061c"],
    ["\u2028\u2029", "\\u2028\\u2029"],
    ["a\u200bb\u200dc\ufeff\u2060\u00ad\u3164", "a\\u200bb\\u200dc\\ufeff\\u2060\\u00ad\\u3164"],
    ["\u{e0041}\u{e007f}", "\\u{e0041}\\u{e007f}"],
    ["\ud800x\udc00", "\\ud800x\\udc00"],
  ])("shows %j as %s", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each(honest)("leaves %s as it is", (text) => {
    expect(printable(text)).toBe(text);
  });

  it("keeps at most six marks per letter", () => {
    expect(printable(`e${"\u0301".repeat(8)}`)).toBe(`e${"\u0301".repeat(6)}\\u0301\\u0301`);
  });

  it("covers lists, fields and field names", () => {
    expect(printableDeep({ "a\n": [{ b: "\u0007", c: 1, d: null }] })).toEqual({
      "a\\n": [{ b: "\\u0007", c: 1, d: null }],
    });
  });

  it.each([
    ["marks", `e${"\u0301".repeat(200_000)}`],
    ["joiners", "👩\u200d".repeat(100_000)],
    ["flags that do not end", "🏴\u{e0067}".repeat(100_000)],
  ])("takes linear time: %s", (_, text) => {
    const before = process.cpuUsage();
    printable(text);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });
});

describe("guardOutput", () => {
  it("keeps only our own colours and line breaks", () => {
    const ours = "\u001b[31merror:\u001b[39m a\r\n";
    expect(guardOutput(`${ours}\u001b[2J\u001b[5m\u0007\t\r`)).toBe(
      `${ours}\\u001b[2J\\u001b[5m\\u0007\\t\\r`,
    );
  });
});

describe("toJsonLine", () => {
  it.each([...honest, "\u007f\u0080\u009f\u202e\u2028\u{e0041}\ud800 \\u001b \u001b"])(
    "returns %j when it is parsed",
    (text) => {
      const line = toJsonLine({ text });
      expect(JSON.parse(line)).toEqual({ text });
      expect(line).toMatch(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Bidi_Control}\u{e0000}-\u{e007f}]*$/u);
    },
  );
});
