import type { Replay, RuleChange } from "@fairclick/core/clicks/replay";
import { formatMicroChange } from "../../../output/format";
import type { Paint } from "../../../output/paint";
import { toTable } from "../../../output/table";

const SHOWN_ROWS = 20;

type Changes = Pick<Replay, "creators" | "remarks"> & {
  rules: readonly RuleChange[];
  campaigns: readonly { name: string; changed: number; micros: string }[];
};

/** Describes what another policy changes, by rule, creator and campaign, as lines. */
export function describeChanges(
  { rules, creators, campaigns, remarks }: Changes,
  paint: Paint,
): string[] {
  return [
    ...toTable(
      ["stops", "frees", "paid", "rule"],
      rules.map((each) => [
        formatCount(each.stopped),
        formatCount(each.freed),
        formatMicroChange(each.micros),
        each.rule,
      ]),
    ),
    "",
    ...listChanged(
      "creator",
      creators.map((each) => ({ ...each, of: each.username })),
    ),
    "",
    ...listChanged(
      "campaign",
      campaigns.map((each) => ({ ...each, of: each.name })),
    ),
    ...(remarks.length > 0 ? ["", ...remarks.map(paint.warn)] : []),
  ];
}

export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

type Changed = { changed: number; micros: string; of: string };

function listChanged(heading: string, rows: readonly Changed[]): string[] {
  return toTable(
    ["changed", "paid", heading],
    rows
      .filter(({ changed }) => changed > 0)
      .slice(0, SHOWN_ROWS)
      .map(({ changed, micros, of }) => [formatCount(changed), formatMicroChange(micros), of]),
  );
}
