import { expect, it } from "vitest";
import { findSignals } from "../checks";
import { anonymousContext, newClick } from "../testing/new-click";
import { relay } from "./addresses";

const listed = { list: "private-relay", date: "2026-08-22" };
const opera = { list: "opera-mini", date: "2026-11-21" };
const operaMini =
  "Opera/9.80 (Android; Opera Mini/76.0.2254/191.303; U; en) Presto/2.12.423 Version/12.16";
const operaOnIphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 10_3 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) OPiOS/16.0.15.124050 Mobile/14E277 Safari/9537.53";

it("notes a relay, with its list and the date", () => {
  expect(relay.find(newClick(), { address: { relay: listed } })).toEqual(listed);
});

it.each([operaMini, operaOnIphone])("notes Opera Mini on Opera's own networks: %s", (userAgent) => {
  const click = newClick({ userAgent });
  expect(relay.find(click, { address: { browserProxy: opera } })).toEqual(opera);
});

it("requires both the name and the network", () => {
  const named = newClick({ userAgent: operaMini });
  expect(relay.find(named, { address: { datacenter: listed } })).toBeNull();
  expect(relay.find(newClick(), { address: { browserProxy: opera } })).toBeNull();
});

it("is the only address signal of a relay, even if other lists contain it", () => {
  const address = { relay: listed, vpn: listed, datacenter: listed, tor: listed, proxy: listed };
  expect(findSignals(newClick(), { ...anonymousContext, address })).toEqual([
    { signal: "relay", evidence: listed },
  ]);
});
