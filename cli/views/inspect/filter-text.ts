import {
  type ClickFilterInput,
  clickFilterSchema,
  verdictFilters,
} from "@fairclick/core/clicks/flagged-clicks-schema";
import { signalOrder } from "@fairclick/core/clicks/signal";
import { isUuid } from "@fairclick/core/ids";
import { parseRange } from "@fairclick/core/ip/parse-ranges";
import { parseMoment } from "../../moment";

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
  for (const word of splitWords(text)) {
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
  const begun = /\S*"[^"]*$|\S*$/.exec(text)?.[0] ?? "";
  const before = text.slice(0, text.length - begun.length);
  return wordsFor(begun, known)
    .filter((word) => word !== begun && word.toLowerCase().startsWith(begun.toLowerCase()))
    .map((word) => before + word);
}

/** Returns `key:value`; quotes a value that contains spaces. */
export function filterWord(key: FilterKey, value: string): string {
  return `${key}:${/\s/.test(value) ? `"${value}"` : value}`;
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
  const words = splitWords(text);
  const others = words.filter((word) => !verdictFilters.some((verdict) => verdict === word));
  return (words.includes("any") ? others : ["any", ...others]).join(" ");
}

/** Returns a filter with ids in place of campaign names, which are known only while they are on the screen. */
export function withCampaignIds(text: string, { campaigns }: Known): string {
  return splitWords(text)
    .map((word) => {
      const name = word.startsWith("campaign:") ? word.slice(9).replaceAll('"', "") : null;
      const id = name === null ? undefined : campaigns.get(name);
      return id ? `campaign:${id}` : word;
    })
    .join(" ");
}

function splitWords(text: string): string[] {
  return text.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? [];
}

function readWord(word: string, known: Known, now: Date): ClickFilterInput | string {
  const verdict = verdictFilters.find((name) => name === word);
  if (verdict) return { verdict };
  if (word === "appealed") return { appealed: "true" };
  if (parseRange(word)) return { address: word };
  const [name = ""] = word.split(":", 1);
  const key = keys.find((known) => known === name);
  const value = word.slice(name.length + 1).replaceAll('"', "");
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
