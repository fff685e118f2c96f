import type { SuspectFacts, SuspectFigure, Suspicion } from "./suspect-link";

/** Describes the odd figures of a link, oddest first: `40.1% from 2a0e:97c0:5::/48`. */
export function describeSuspicion({ odd, percents }: Suspicion, facts: SuspectFacts): string[] {
  return odd.map((figure) =>
    figure === "payer"
      ? "the developer has the creator's bank account or card"
      : `${percents[figure] ?? 0}% ${describeFigure(figure, facts)}`,
  );
}

function describeFigure(figure: Exclude<SuspectFigure, "payer">, facts: SuspectFacts): string {
  switch (figure) {
    case "net24":
    case "net48":
      return `from ${facts[figure]?.value}`;
    case "asn":
      return `from AS ${facts.asn?.value}`;
    case "deviceClass":
      return `by device class ${facts.deviceClass?.value}`;
    case "agent":
      return `with the user agent ${facts.agent?.value.slice(0, 80)}`;
    case "fresh":
      return "from addresses that had not clicked before";
    case "returning":
      return "by devices that had clicked before";
    case "joins":
      return "of the players that other links of the campaign bring";
    case "hour":
      return "within one hour";
    case "homes":
      return "from where somebody else was signed in";
  }
}
