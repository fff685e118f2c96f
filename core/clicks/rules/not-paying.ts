import {
  type CampaignState,
  costAt,
  sumCosts,
  type UnpaidReason,
  unpaidReasonAt,
  unpaidReasons,
} from "../../campaigns/status";
import { t } from "../../language/t";
import type { Check, FactRule } from "../rule";

const texts: Record<UnpaidReason, () => string> = {
  not_started: () => t`Clicks before a campaign starts are not paid.`,
  paused: () => t`Clicks while a campaign is paused are not paid.`,
  ended: () => t`Clicks after a campaign has ended are not paid.`,
  exhausted: () => t`Clicks are not paid once the campaign's budget is used up.`,
  unfunded: () => t`Clicks before a campaign is funded are not paid.`,
};

type AtSettlement = Pick<FactRule, "appliesTo" | "needs" | "judge">;

/**
 * Reasons why the campaign does not pay for a click: its state at the time of the click, as seen by the
 * redirect and at settlement, then its budget.
 *
 * Who profits: the developer, who can pause a campaign or let it end. Clicks from before that moment are
 * paid, whenever they are judged.
 */
export const notPaying: (Check & FactRule)[] = unpaidReasons.map((reason) => ({
  signal: reason,
  category: reason === "exhausted" ? "Budget used up" : "Campaign not paying",
  describe: texts[reason],
  find: ({ unpaid }) => (unpaid === reason ? {} : null),
  ...(reason === "exhausted" ? budgetIsUsedUp() : wasInState(reason)),
}));

function budgetIsUsedUp(): AtSettlement {
  return {
    appliesTo: "claiming clicks",
    needs: () => [],
    judge: ({ at }, { campaign }) =>
      campaign.freeMicros < sumCosts([costAt(campaign, at)]) ? {} : null,
  };
}

function wasInState(reason: UnpaidReason): AtSettlement {
  return {
    appliesTo: "every click",
    needs: () => [],
    judge: ({ at }, { campaign }) =>
      unpaidReasonAt(campaign, at) === reason ? makeEvidence(reason, campaign) : null,
  };
}

function makeEvidence(reason: UnpaidReason, { startsAt, endsAt, stoppedAt }: CampaignState) {
  const time = (name: string, at: number | null): Record<string, string> =>
    at === null ? {} : { [name]: new Date(at).toISOString() };
  if (reason === "not_started") return time("startsAt", startsAt);
  if (reason === "ended") return time("endsAt", endsAt);
  return reason === "paused" ? time("since", stoppedAt) : {};
}
