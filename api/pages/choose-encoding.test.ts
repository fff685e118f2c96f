import { expect, it } from "vitest";
import { chooseEncoding, type Encoding } from "./asset";

const both = new Map<Encoding, string>([
  ["br", ""],
  ["gzip", ""],
]);

it.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "br"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["*;q=0", null],
  ["identity", null],
  ["brotli", null],
  ["", null],
  [null, null],
])("answers %j with %j", (accepted, encoding) => {
  expect(chooseEncoding(accepted, both)).toBe(encoding);
});

it("chooses only available encodings", () => {
  const gzip = new Map<Encoding, string>([["gzip", ""]]);
  expect(chooseEncoding("br, gzip", gzip)).toBe("gzip");
  expect(chooseEncoding("br", gzip)).toBeNull();
});
