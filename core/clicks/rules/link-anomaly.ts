import type { FactRule } from "../rule";

/** A link with mostly invalid recent visits. */
export const linkAnomaly: FactRule = {
  signal: "link_anomaly",
  category: "Unusual traffic",
  soft: true,
  describe: ({ anomalyClicks, anomalyPercent }) =>
    `While more than ${anomalyPercent} % of a link's last ${anomalyClicks} clicks are invalid, its other clicks are held for review.`,
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
