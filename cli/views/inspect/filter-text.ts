import {
  type ClickFilterInput,
  clickFilterSchema,
  verdictFilters,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { isUuid } from "@fairclick/core/ids";
import { parseRange } from "@fairclick/core/ip/parse-ranges";
import { parseMoment } from "../../moment";
import { type FilterWord, quoteValue, splitFilter } from "./filter-words";

/** Ids by name: the filter accepts these names instead of ids. */
export type Known = {
  campaigns: ReadonlyMap<string, string>;
  creators: ReadonlyMap<string, string>;
};

export type ParsedFilter = { ok: true; filter: ClickFilterInput } | { ok: false; message: string };

const keys = ["signal", "campaign", "creator", "address", "from", "to"] as const;
type FilterKey = (typeof keys)[number];

/**
 * Parses a typed filter: `held signal:vpn creator:chris address:10.0.0.0/8 from:2h`. Verdicts,
 * `appealed` and addresses need no key.
 */
export function parseFilter(text: string, known: Known, now: Date): ParsedFilter {
  let filter: ClickFilterInput = {};
  for (const word of splitFilter(text)) {
    const read = readWord(word, known, now);
    if (typeof read === "string") return { ok: false, message: read };
    filter = { ...filter, ...read };
  }
  const checked = clickFilterSchema.safeParse(filter);
  if (checked.success) return { ok: true, filter };
  return { ok: false, message: checked.error.issues[0]?.message ?? "This is not a filter" };
}

/** Returns the completions of the last word, best first, each as the whole text. */
export function completeFilter(text: string, known: Known): string[] {
  const last = splitFilter(text).at(-1);
  const begun = last?.end === text.length ? text.slice(last.start) : "";
  const before = text.slice(0, text.length - begun.length);
  return wordsFor(begun, known)
    .filter((word) => word !== begun && word.toLowerCase().startsWith(begun.toLowerCase()))
    .map((word) => before + word);
}

/** Returns `key:value`, with the value quoted if it has to be. */
export function filterWord(key: FilterKey, value: string): string {
  return `${key}:${quoteValue(value)}`;
}

function wordsFor(begun: string, { campaigns, creators }: Known): string[] {
  const [key] = begun.split(":", 1);
  if (!begun.includes(":"))
    return [...verdictFilters, "appealed", ...keys.map((name) => `${name}:`)];
  if (key === "signal") return signalOrder.map((signal) => filterWord("signal", signal));
  if (key === "creator") return [...creators.keys()].map((name) => filterWord("creator", name));
  if (key === "campaign") return [...campaigns.keys()].map((name) => filterWord("campaign", name));
  if (key === "from" || key === "to") return ["1h", "24h", "7d"].map((ago) => filterWord(key, ago));
  return [];
}

/** Toggles between clicks of every verdict (`any`) and flagged clicks. Returns the new filter. */
export function togglePaid(text: string): string {
  const words = splitFilter(text).map((word) => word.text);
  const others = words.filter((word) => !verdictFilters.some((verdict) => verdict === word));
  return (words.includes("any") ? others : ["any", ...others]).join(" ");
}

/** Returns a filter with ids in place of campaign names, which are known only while they are on the screen. */
export function withCampaignIds(text: string, { campaigns }: Known): string {
  return splitFilter(text)
    .map(({ text: word, value }) => {
      const id = word.startsWith("campaign:") ? campaigns.get(value.slice(9)) : undefined;
      return id ? `campaign:${id}` : word;
    })
    .join(" ");
}

function readWord(
  { text: word, value: unquoted }: FilterWord,
  known: Known,
  now: Date,
): ClickFilterInput | string {
  const verdict = verdictFilters.find((name) => name === word);
  if (verdict) return { verdict };
  if (word === "appealed") return { appealed: "true" };
  if (parseRange(word)) return { address: word };
  const [name = ""] = word.split(":", 1);
  const key = keys.find((known) => known === name);
  const value = unquoted.slice(name.length + 1);
  if (!key || value === "")
    return `“${word}” is not a filter: type a verdict, an address or ${keys.join(":, ")}:`;
  return readValue(key, value, { known, now });
}

type Surroundings = { known: Known; now: Date };

function readValue(
  key: FilterKey,
  value: string,
  { known, now }: Surroundings,
): ClickFilterInput | string {
  switch (key) {
    case "signal": {
      const signal = signalOrder.find((name) => name === value);
      return signal ? { signal } : `There is no signal “${value}”`;
    }
    case "campaign": {
      const campaign = isUuid(value) ? value : known.campaigns.get(value);
      return campaign ? { campaign } : `“${value}” is not a campaign on the screen: type its id`;
    }
    case "from":
    case "to": {
      const moment = parseMoment(value, now);
      return moment
        ? { [key]: moment.toISOString() }
        : `“${value}” is not a time: type 2h, 3d or 2026-01-31T12:00`;
    }
    case "creator":
      return { creator: known.creators.get(value) ?? value };
    case "address":
      return { address: value };
  }
}
