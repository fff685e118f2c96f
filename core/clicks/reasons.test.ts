import { expect, it } from "vitest";
import { sourceClasses } from "../ip/ip-data";
import { checks } from "./checks";
import { listRules, reasonRule } from "./reasons";
import { policy } from "./release-policy";
import { signalOrder } from "./signal";

const rules = listRules(policy, sourceClasses);

it("lists exactly the rules that apply, in their order", () => {
  const signals = rules.map(({ signal }) => signal);
  expect(signals).toEqual(signalOrder.filter((signal) => signals.includes(signal)));
  expect(signals).toEqual(
    expect.arrayContaining([...checks.map(({ signal }) => signal), "ip_burst", "device_repeat"]),
  );
});

it("describes them with the numbers that judge clicks", () => {
  expect(rules.find(({ signal }) => signal === "ip_burst")).toEqual({
    signal: "ip_burst",
    category: "Too many clicks at once",
    rule: "4 or more clicks from one IP address within 60 seconds are all invalid.",
    effect: "invalid",
    shared:
      "20 or more devices at one shared address within 60 seconds make all their clicks invalid.",
  });
  expect(rules.find(({ signal }) => signal === "device_repeat")?.rule).toBe(
    "In each campaign, only one click per device is paid in 24 hours, or in 1 hour if the device does not keep cookies.",
  );
  const short = listRules({ ...policy, windowSeconds: 5 }, sourceClasses);
  expect(short.find(({ signal }) => signal === "ip_burst")?.rule).toContain("within 5 seconds");
});

it("says on shared-aware campaigns what differs at shared addresses", () => {
  const literal = reasonRule("ip_burst", policy);
  expect(reasonRule("ip_burst", policy, "shared-aware")).toBe(
    `${literal} 20 or more devices at one shared address within 60 seconds make all their clicks invalid.`,
  );
  expect(reasonRule("tor", policy, "shared-aware")).toBe(reasonRule("tor", policy));
  expect(reasonRule("unknown", policy, "shared-aware")).toBeNull();
});

it("lists no rule that finds nothing without data that is missing", () => {
  const signals = (known: Parameters<typeof listRules>[1]) =>
    listRules(policy, known).map(({ signal }) => signal);
  const byData = ["relay", "tor", "datacenter", "hosting", "proxy", "vpn"];
  expect(signals([]).filter((signal) => byData.includes(signal))).toEqual([]);
  expect(signals(["asn"]).filter((signal) => byData.includes(signal))).toEqual([
    "datacenter",
    "hosting",
  ]);
  expect(signals([])).toContain("ip_burst");
});
