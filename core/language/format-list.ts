import { currentLocale } from "./current-language";

/** Returns a list in words: `Austria, France, and Germany`; with `or`: `phones or consoles`. */
export function formatList(items: readonly string[], word: "and" | "or" = "and"): string {
  const type = word === "and" ? "conjunction" : "disjunction";
  return new Intl.ListFormat(currentLocale(), { type }).format(items);
}
