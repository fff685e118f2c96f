import { expect, it } from "vitest";
import { judgeCountries } from "./doctor";

it.each([
  [{ isKnown: true, campaigns: 3 }, "ok", "known"],
  [{ isKnown: false, campaigns: 0 }, "warn", "no campaign can choose"],
  [{ isKnown: false, campaigns: 1 }, "fail", "1 campaign pays for clicks from certain countries"],
  [{ isKnown: false, campaigns: 2 }, "fail", "2 campaigns pay for clicks from certain countries"],
])("%j: %s", (given, status, detail) => {
  expect(judgeCountries(given)).toMatchObject({ status, detail: expect.stringContaining(detail) });
});
