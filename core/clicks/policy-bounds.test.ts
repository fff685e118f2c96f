import { expect, it } from "vitest";
import { completePolicy, findPolicyProblems, numberBounds, type PolicyFile } from "./policy";
import { policy } from "./release-policy";
import { signalOrder } from "./signal";

const problems = (file: PolicyFile) => findPolicyProblems(completePolicy(file, policy), policy);
const all = (effect: "invalid" | "held" | "unpaid" | "note") =>
  Object.fromEntries(signalOrder.map((signal) => [signal, effect]));

it("accepts the release's own policy, and changes within bounds", () => {
  expect(problems({})).toEqual([]);
  expect(
    problems({
      ...{ burstClicks: 20, addressClicks: 5, networkPercent: 100, version: 99 },
      effects: { known_bot: "held", vpn: "note", ip_network: "invalid" },
    }),
  ).toEqual([]);
});

it("refuses a policy that pays everything, or nothing", () => {
  expect(problems({ effects: all("note") })).toContain(
    "effects.known_bot must be invalid or held, not note.",
  );
  expect(problems({ effects: all("note") })).toContain(
    "effects.exhausted must be unpaid, not note.",
  );
  expect(problems({ effects: all("invalid") })).toContain(
    "effects.relay must be note, not invalid.",
  );
  expect(problems({ burstClicks: 1_000, addressClicks: 100_000 })).toEqual([
    "burstClicks must be between 1 and 20, not 1000.",
    "addressClicks must be between 5 and 125, not 100000.",
  ]);
});

it.each([
  ["windowSeconds", 30],
  ["presenceHours", 1],
  ["honeypotHours", 168],
  ["heldDays", 1],
] as const)("keeps %s, which is used outside the judgement of a click", (name, value) => {
  expect(problems({ [name]: value })).toEqual([
    `${name} is fixed at ${policy[name]} and cannot be ${value}.`,
  ]);
});

it("does not look at older clicks than the release does", () => {
  expect(problems({ addressHours: 25 })).toHaveLength(1);
  expect(problems({ addressHours: 12, knownDeviceHours: 12 })).toEqual([]);
  expect(numberBounds("networkPercent", 50)).toEqual({ min: 10, max: 100 });
});
