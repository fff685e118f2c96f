import { t } from "../../language/t";
import { QUARTER_MS } from "../facts";
import { type RefusedTrace, refusedTrace } from "../refused-trace";
import { type FactRule, HOUR_MS } from "../rule";
import { mayBeShared } from "../signal";

const QUARTERS_OF_HOUR = HOUR_MS / QUARTER_MS;

/**
 * A link with many visits that were refused for reasons from which its creator gains, and a click
 * that comes from the same network, with the same kind of device and within an hour of some of them.
 *
 * Who profits: a rival, who sends clicks that are refused to the link of somebody else. Declared tools
 * do not count. Clicks that pretend to be a browser count, but hold only clicks from networks in
 * which the rival has several addresses, and none from a network that many people are known to share.
 */
export const linkAnomaly: FactRule = {
  signal: "link_anomaly",
  category: "Unusual traffic",
  soft: true,
  describe: ({ anomalyClicks, anomalyPercent, anomalyAddresses }) =>
    t`While more than ${anomalyPercent}% of a link's last ${anomalyClicks} clicks are invalid as bursts, repeats with changing cookies or data-centre traffic in the guise of a browser, clicks are held for review if they come from the same network as ${anomalyAddresses} or more addresses of those clicks, with the same kind of device and within an hour of them.`,
  appliesTo: "payable clicks",
  needs: ({ anomalyClicks }) => [{ kind: "outcomes", visits: anomalyClicks }],
  judge: (click, { found, history, policy }) => {
    const { anomalyClicks, anomalyPercent, anomalyAddresses } = policy;
    const outcomes = history.outcomes(click);
    if (outcomes.length < anomalyClicks) return null;
    let refused = 0;
    for (const outcome of outcomes) if (outcome) refused += 1;
    if (refused * 100 <= anomalyClicks * anomalyPercent || mayBeShared(found)) return null;
    const own = refusedTrace(click);
    const alike = outcomes.filter((outcome) => outcome !== null && isAlike(outcome, own));
    const addresses = new Set(alike.map((outcome) => outcome?.address)).size;
    return addresses >= anomalyAddresses
      ? { clicks: anomalyClicks, refused, alike: alike.length, addresses }
      : null;
  },
};

function isAlike(one: RefusedTrace, other: RefusedTrace): boolean {
  return one.place === other.place && Math.abs(one.quarter - other.quarter) <= QUARTERS_OF_HOUR;
}
