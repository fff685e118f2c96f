import { t } from "../../language/t";
import {
  CONVERSION_SPREAD,
  ENOUGH_LINK_CLICKS,
  FALSE_ALARMS,
  type FindingSignal,
  LINK_DAYS,
  NETWORK_CONCENTRATION,
} from "../link-findings";
import type { FactRule } from "../rule";

/**
 * A rule that holds the clicks of a link while a finding about it is open. The link is judged as a
 * whole, daily and before a withdrawal (core/clicks/link-findings.ts).
 *
 * Who profits: a rival who sends paid clicks to somebody else's link until it looks like a farm's, or
 * a developer who keeps back the reports about one creator. Both only delay money: what no operator
 * decides in time is paid.
 */
function linkFinding(signal: FindingSignal, describe: () => string): FactRule {
  return {
    signal,
    category: "Unusual traffic",
    soft: true,
    describe: () => describeFinding(describe()),
    appliesTo: "payable clicks",
    needs: () => [{ kind: "findings" }],
    judge: (click, { history }) => history.finding(click, signal),
  };
}

function describeFinding(judged: string): string {
  return t`Once a day and before withdrawals, links with more than ${ENOUGH_LINK_CLICKS} paid clicks within ${LINK_DAYS} days are judged as a whole: ${judged} Each such test finds at most ${FALSE_ALARMS * 100}% of honest links. Further clicks are held for review until an operator decides about the link.`;
}

export const linkConversions = linkFinding(
  "link_conversions",
  () =>
    t`far fewer visitors join the game than on the campaign's other links, more than rates of honest links differ (assumed: by e^±${CONVERSION_SPREAD}).`,
);

export const linkIpv6 = linkFinding(
  "link_ipv6",
  () =>
    t`visitors with IPv4 addresses join the game far less often than the link's own visitors with IPv6 addresses.`,
);

export const linkNetworks = linkFinding(
  "link_networks",
  () =>
    t`its visitors come from more networks than one audience has (assumed: a Dirichlet distribution with concentration ${NETWORK_CONCENTRATION}).`,
);
