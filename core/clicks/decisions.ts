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
