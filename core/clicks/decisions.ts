import { stored } from "../language/stored-text";
import { t } from "../language/t";
import type { Verdict } from "./signal";

export const reversalCategories = [
  "bot_traffic",
  "bought_clicks",
  "own_clicks",
  "hidden_embed",
  "mistake",
  "other",
] as const;

/** Why an operator reverses a payout. */
export type ReversalCategory = (typeof reversalCategories)[number];

/** Reason of a click after its payment was reversed. It is not a signal: no rule finds it. */
export const REVERSED = "reversed";

export const clickActions = ["approve", "reject", "reverse", "hold"] as const;
export type ClickAction = (typeof clickActions)[number];

const words: Record<ReversalCategory, string> = {
  bot_traffic: stored`Bot traffic`,
  bought_clicks: stored`Bought clicks`,
  own_clicks: stored`Own clicks`,
  hidden_embed: stored`Hidden embed`,
  mistake: stored`Paid by mistake`,
  other: stored`Against the rules`,
};

/** Returns the text that the creator sees, in English; `showStored` translates it. */
export function describeReversal(category: ReversalCategory): string {
  return words[category];
}

type Decidable = {
  verdict: Verdict;
  decided: ClickAction | null;
  /** Whether the click was held before a decision. */
  wasHeld: boolean;
};

/** Returns why an action does not apply to a click, or null if it does. */
export function refusalReason(
  action: ClickAction,
  { verdict, decided, wasHeld }: Decidable,
): string | null {
  if (verdict === "pending") return t`The click is still pending`;
  switch (action) {
    case "approve":
      if (verdict === "valid") return "The click is already paid";
      if (verdict === "held" || decided) return null;
      return "Only held clicks, and clicks that an operator rejected or reversed, can be approved";
    case "reject":
      if (verdict === "held") return null;
      return verdict === "valid"
        ? "The click is paid; reverse it instead"
        : "The click is already invalid or unpaid";
    case "reverse":
      if (verdict === "valid") return null;
      return decided === "reverse" ? t`The click is already reversed` : t`The click was not paid`;
    case "hold":
      if (verdict === "held") return "The click is already held";
      if (verdict === "valid") return "The click is paid; reverse it first";
      return verdict === "invalid" && decided && wasHeld
        ? null
        : "Only clicks that were held before an operator decided can be held again";
  }
}
