import { expect, it } from "vitest";
import { checks, findSignals } from "./checks";
import { signalOrder } from "./signal";
import { anonymousContext, newClick } from "./testing/new-click";

it("runs the checks in the order in which they decide, each once", () => {
  const positions = checks.map(({ signal }) => signalOrder.indexOf(signal));
  expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
});

it("finds nothing about a visit by a person", () => {
  expect(findSignals(newClick(), anonymousContext)).toEqual([]);
});

it("keeps everything it finds, with the evidence", () => {
  const click = newClick({
    method: "HEAD",
    userAgent: "curl/8.5.0",
    secFetchDest: null,
    secChUa: null,
    secChUaPlatform: null,
    unpaid: "paused",
  });
  expect(findSignals(click, anonymousContext)).toEqual([
    { signal: "not_get", evidence: { method: "HEAD" } },
    { signal: "known_bot", evidence: { named: "curl/8.5.0" } },
    { signal: "paused", evidence: {} },
  ]);
});
