import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { describeLimits } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import { microsFromAmount } from "./format";

type Limits = CampaignResponse["limits"];

/** A campaign's limits on spending, and what they mean for a click; nothing without limits. */
export function LimitsNote({ limits }: { limits: Limits }) {
  const sentences = listLimits(limits);
  if (sentences.length === 0) return null;
  return (
    <p className="mb-4 text-sm text-soft">
      {[...sentences, t`Clicks beyond a limit are not paid.`].join(" ")}
    </p>
  );
}

function listLimits({ dailyCap, creatorCap }: Limits): string[] {
  const micros = (dollars: number | null) => (dollars === null ? null : microsFromAmount(dollars));
  return describeLimits({
    dailyCapMicros: micros(dailyCap),
    creatorCapMicros: micros(creatorCap),
  });
}
