import { policy } from "@fairclick/core/clicks/release-policy";
import { inLanguage } from "@fairclick/services/language/in-language";
import type { LiveClickRow } from "@fairclick/sql/clicks/read-clicks";
import { expect, it } from "vitest";
import { presentLiveClick } from "./own-clicks";

const now = new Date("2026-03-02T12:00:00Z");
const click = {
  id: "a",
  clickedAt: new Date("2026-03-01T12:00:00Z"),
  verdict: "invalid",
  reason: "ip_burst",
  paidMicros: 0n,
  policyVersion: 10,
  decided: null,
  category: null,
  proof: null,
  objectionAnswer: null,
  clickRules: "literal",
} satisfies Omit<LiveClickRow, "campaignId" | "creatorId" | "changedAt">;

const burst = "4 or more clicks from one IP address within 60 seconds are all invalid.";
const cameBack = "The game reported that this player came back on a later day";

it.each<[string, Partial<typeof click | LiveClickRow>, string | null, string | null]>([
  ["a refused click", {}, "Too many clicks at once", burst],
  [
    "a refused click of a shared-aware campaign",
    { clickRules: "shared-aware" },
    "Too many clicks at once",
    `${burst} 20 or more devices at one shared address within 60 seconds make all their clicks invalid.`,
  ],
  [
    "one that the budget does not cover",
    { proof: "no_budget" },
    "Too many clicks at once",
    `${burst} ${cameBack}, but the campaign's budget does not cover this click now.`,
  ],
  [
    "one that a limit of the campaign leaves unpaid",
    { proof: "over_limit" },
    "Too many clicks at once",
    `${burst} ${cameBack}, but the campaign's limits on spending leave no room for this click now.`,
  ],
  [
    "one of a campaign that is over",
    { proof: "campaign_over" },
    "Too many clicks at once",
    `${burst} ${cameBack}, but the campaign is over and the rest of its budget has gone back to its developer.`,
  ],
  [
    "a proven click",
    { verdict: "valid", reason: null, paidMicros: 10_000n, decided: "approve", proof: "paid" },
    "Proven by the game",
    `${cameBack}, so this click is paid.`,
  ],
  ["a valid click", { verdict: "valid", reason: null, paidMicros: 10_000n }, null, null],
  [
    "a proven click that an operator reversed",
    { reason: "reversed", decided: "reverse", category: "bought_clicks", proof: "paid" },
    "Reversed: bought clicks",
    "An operator reviewed this click after it was paid and reversed the payment.",
  ],
])("tells the creator about %s", (_name, change, category, rule) => {
  const shown = presentLiveClick({ ...click, ...change }, { now, policy });
  expect(shown).toMatchObject({ category, rule });
});

it.each<[string, Partial<typeof click | LiveClickRow>, string]>([
  ["a rejected click", { decided: "reject" }, "Un operador rechazó este clic."],
  [
    "a click that was objected to",
    { reason: "reversed", objectionAnswer: "A farm." },
    "El desarrollador objetó este clic, y un operador revirtió su pago: “A farm.”",
  ],
  [
    "a proven click",
    { verdict: "valid", reason: null, decided: "approve", proof: "paid" },
    "El juego informó que este jugador volvió otro día, así que este clic se paga.",
  ],
])("tells a Spanish-speaking creator about %s", (_name, change, rule) => {
  const shown = inLanguage("es", () => presentLiveClick({ ...click, ...change }, { now, policy }));
  expect(shown.rule).toBe(rule);
});

it("keeps the category a code, also for a Spanish-speaking creator", () => {
  const shown = inLanguage("es", () => presentLiveClick(click, { now, policy }));
  expect(shown).toMatchObject({
    category: "Too many clicks at once",
    rule: "4 o más clics de una dirección IP en 60 segundos son todos inválidos.",
  });
});
