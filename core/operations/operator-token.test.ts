import { expect, it } from "vitest";
import { makeRandomToken, readRequest, requestOfToken } from "./operators";

it("requests a token by its hash, from which nobody learns the token", async () => {
  const token = makeRandomToken();
  expect(token).toMatch(/^fco_[A-Za-z0-9_-]{43}$/);
  const request = await requestOfToken(token);
  const hash = new Bun.CryptoHasher("sha256").update(token).digest();
  expect(readRequest(request)).toEqual(new Uint8Array(hash));
  expect(request).not.toContain(token.slice(4, 12));
  expect(makeRandomToken()).not.toBe(token);
});

it.each([
  "",
  "fcr_",
  `fcr_${"A".repeat(42)}`,
  `fcr_${"A".repeat(44)}`,
  `fco_${"A".repeat(43)}`,
  `fcr_${"+".repeat(43)}`,
])("does not read %j", (text) => {
  expect(readRequest(text)).toBeNull();
});
