import type { Verdict } from "@fairclick/core/clicks/signal";

/** A mark per verdict, for screens without colours. */
export const verdictMarks: Record<Verdict, string> = {
  held: "?",
  invalid: "x",
  valid: "+",
  unpaid: "-",
  pending: ".",
};

export const verdictColours: Record<Verdict, string> = {
  held: "yellow",
  invalid: "red",
  valid: "green",
  unpaid: "gray",
  pending: "gray",
};
