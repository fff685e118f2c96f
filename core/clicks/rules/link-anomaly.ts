import type { FactRule } from "../rule";

/** A link most of whose last visits were invalid. */
export const linkAnomaly: FactRule = {
  signal: "link_anomaly",
  category: "Unusual traffic",
  describe: ({ anomalyClicks, anomalyPercent }) =>
    `While more than ${anomalyPercent} % of a link's last ${anomalyClicks} clicks are refused, the others wait for an operator.`,
  appliesTo: "payable clicks",
  needs: ({ anomalyClicks }) => [{ kind: "outcomes", visits: anomalyClicks }],
  judge: (click, { history, policy }) => {
    const { anomalyClicks, anomalyPercent } = policy;
    const outcomes = history.outcomes(click);
    if (outcomes.length < anomalyClicks) return null;
    let refused = 0;
    for (const invalid of outcomes) if (invalid) refused += 1;
    return refused * 100 > anomalyClicks * anomalyPercent
      ? { clicks: anomalyClicks, refused }
      : null;
  },
};
