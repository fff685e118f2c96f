import type { Verdict } from "./signal";

export const reversalCategories = [
  "bot_traffic",
  "bought_clicks",
  "own_clicks",
  "hidden_embed",
  "mistake",
  "other",
] as const;

/** Why an operator takes a payout back. */
export type ReversalCategory = (typeof reversalCategories)[number];

/** The reason of a click that was paid and then refused. It is no signal: no check finds it. */
export const REVERSED = "reversed";

export const clickActions = ["approve", "reject", "reverse"] as const;
export type ClickAction = (typeof clickActions)[number];

const words: Record<ReversalCategory, string> = {
  bot_traffic: "Bot traffic",
  bought_clicks: "Bought clicks",
  own_clicks: "Own clicks",
  hidden_embed: "Hidden embed",
  mistake: "Paid by mistake",
  other: "Against the rules",
};

/** What a creator is told. */
export function describeReversal(category: ReversalCategory): string {
  return words[category];
}

type Decidable = { verdict: Verdict; decided: ClickAction | null };

/** Why an action does not concern a click as it is; null when it does. */
export function whyNot(action: ClickAction, { verdict, decided }: Decidable): string | null {
  if (verdict === "pending") return "It is not judged yet";
  switch (action) {
    case "approve":
      if (verdict === "valid") return "It is paid already";
      if (verdict === "held" || decided) return null;
      return "Only what is held, or was refused by an operator, can be approved";
    case "reject":
      if (verdict === "held") return null;
      return verdict === "valid" ? "It is paid: it can be reversed" : "It is refused already";
    case "reverse":
      if (verdict === "valid") return null;
      return decided === "reverse" ? "It was taken back already" : "It was not paid";
  }
}
