import { printTable } from "../report/print-table";
import { assumed } from "./assumptions";
import type { AudienceOutcomes } from "./play-audience";
import type { Outcome } from "./play-visits";

/** Prints what became of an audience's clicks, by kind of visitor and by rule. */
export function printAudience({ viral, others }: AudienceOutcomes): void {
  const first = viral.filter(isFirst);
  printTable(
    ["visits", "clicks", "paid", "held", "refused", "by rule"],
    [
      describe("first visits to the viral link", first),
      ...Object.keys(assumed.places).map((place) =>
        describe(
          `· ${place}`,
          first.filter(({ visit }) => visit.kind === place),
        ),
      ),
      describe("later visits to it", viral.filter(isLater)),
      describe("first visits to other links", others.filter(isFirst)),
      describe(
        "· school",
        others.filter((outcome) => isFirst(outcome) && outcome.visit.kind === "school"),
      ),
      describe("later visits to them", others.filter(isLater)),
      describe("bots and previews", [...viral, ...others].filter(isProgram)),
    ],
  );
}

function formatPercent(part: number, whole: number): string {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}

const isFirst = ({ visit }: Outcome) => visit.isFirst;
const isProgram = ({ visit }: Outcome) => visit.kind === "program";
const isLater = (outcome: Outcome) => !isFirst(outcome) && !isProgram(outcome);

function describe(name: string, outcomes: readonly Outcome[]): string[] {
  const share = (wanted: string) =>
    formatPercent(outcomes.filter(({ verdict }) => verdict === wanted).length, outcomes.length);
  const byRule = [...Map.groupBy(outcomes, ({ reason }) => reason)]
    .flatMap(([reason, group]) => (reason === null ? [] : [{ reason, clicks: group.length }]))
    .sort((a, b) => b.clicks - a.clicks)
    .map(({ reason, clicks }) => `${reason} ${formatPercent(clicks, outcomes.length)}`);
  return [
    name,
    outcomes.length.toLocaleString("en-US"),
    share("valid"),
    share("held"),
    share("invalid"),
    byRule.join(", "),
  ];
}
