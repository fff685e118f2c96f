import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { rich } from "../language/rich";
import { Money } from "./figures";
import { formatMoment } from "./format";

type NextPriceProps = { campaign: Pick<CampaignResponse, "payoutPerClick" | "nextPrice"> };

/** Announces a lower price; nothing if none is announced. */
export function NextPrice({ campaign: { payoutPerClick, nextPrice } }: NextPriceProps) {
  if (nextPrice === null) return null;
  return (
    <p className="border-2 border-held border-dashed p-3 text-sm">
      {rich`The price changes from ${<Money dollars={payoutPerClick} />} to ${<Money dollars={nextPrice.payoutPerClick} />} on ${formatMoment(nextPrice.startsAt)}. Clicks made before pay ${<Money dollars={payoutPerClick} />}.`}
    </p>
  );
}
