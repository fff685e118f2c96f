import { expect, it } from "vitest";
import { judgeTopAddress } from "./doctor";

const top = { address: "10.0.0.5", clicks: 950, ofClicks: 1_000, isPrivate: true };

it.each([
  [null, "ok"],
  [top, "fail"],
  [{ ...top, address: "203.0.113.7", isPrivate: false }, "warn"],
  [{ ...top, clicks: 799 }, "ok"],
  [{ ...top, clicks: 99, ofClicks: 99 }, "ok"],
])("judges %j: %s", (given, status) => {
  const found = judgeTopAddress(given, ["192.0.2.0/24"]);
  expect(found.status).toBe(status);
  if (status !== "ok") {
    expect(found.detail).toContain("95% of the last hour's 1000 clicks");
    expect(found.advice).toContain("TRUSTED_PROXIES, which names 192.0.2.0/24");
  }
});
