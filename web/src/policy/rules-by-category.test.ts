import { expect, it } from "vitest";
import { rulesByCategory } from "./rules";

it("groups rules by reason and effect, whatever their order", () => {
  const bot = { category: "Bot traffic", effect: "invalid" } as const;
  const rules = [
    { ...bot, signal: "known_bot", rule: "No bots." },
    { category: "Own click", effect: "invalid", signal: "self_click", rule: "Not your own." },
    { ...bot, signal: "headless", rule: "No headless browsers." },
    { ...bot, effect: "held", signal: "honeypot_address", rule: "Wait." },
  ] as const;
  expect(rulesByCategory(rules.map((rule) => ({ ...rule, shared: null })))).toEqual([
    { ...bot, rules: ["No bots.", "No headless browsers."] },
    { category: "Own click", effect: "invalid", rules: ["Not your own."] },
    { category: "Bot traffic", effect: "held", rules: ["Wait."] },
  ]);
});
