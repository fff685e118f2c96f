import { expect, it } from "vitest";
import { asBooks } from "../ip/as-books";
import { findNetworkKind } from "./address-evidence";
import type { SignalName } from "./signal";

const found = (...names: SignalName[]) => names.map((signal) => ({ signal, evidence: {} }));
const [carrier = 0] = asBooks.carrier;
const [hosting = 0] = asBooks.hosting;
const [home = 0] = asBooks.home;
const [mixed = 0] = asBooks.mixed;
const UNLISTED = 64_512;

it.each([
  ["residential", [], UNLISTED],
  ["residential", [], home],
  ["residential", found("shared_network"), mixed],
  ["unknown", [], null],
  ["carrier", [], carrier],
  ["carrier", found("shared_network", "ip_burst"), carrier],
  ["hosting", [], hosting],
  ["hosting", found("datacenter"), null],
  ["vpn", found("vpn"), hosting],
  ["relay", found("relay"), hosting],
  ["proxy", found("tor"), UNLISTED],
  ["proxy", found("proxy"), carrier],
  ["residential", found("known_bot", "self_click"), UNLISTED],
] as const)("is %s for %j in AS %s", (kind, signals, asn) => {
  expect(findNetworkKind({ signals, asn })).toBe(kind);
});
