import { describeChannel, type VerifiedChannel } from "@fairclick/core/accounts/channels";
import type { CampaignResponse, JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { describeLimits } from "@fairclick/core/campaigns/prices";
import type { CampaignStatus } from "@fairclick/core/campaigns/status";
import { t } from "@fairclick/core/language/t";
import { BadgeCheck } from "lucide-react";
import { rich } from "../language/rich";
import { Money } from "./figures";
import { formatMoment, microsFromAmount } from "./format";

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

/** Explains why clicks on a link are not counted or paid at the moment. */
export function LinkNotice({ campaign }: { campaign: JoinedCampaignResponse }) {
  if (campaign.linkDisabled) {
    return (
      <p className="mb-3 border-2 border-refused px-3 py-2 font-medium text-sm">
        {t`This link has been disabled. Clicks on it are not counted.`}
      </p>
    );
  }
  if (campaign.status === "ACTIVE") return null;
  return (
    <p className="mb-3 border-2 border-held border-dashed px-3 py-2 font-medium text-sm">
      {t`${statusLabels[campaign.status]}: clicks are not paid at the moment.`}
    </p>
  );
}

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

export const statusLabels: Record<CampaignStatus, string> = {
  ACTIVE: t`Active`,
  SCHEDULED: t`Scheduled`,
  PAUSED: t`Paused`,
  EXHAUSTED: t`Budget used up`,
  ENDED: t`Ended`,
  DISABLED: t`Disabled`,
  AWAITING_FUNDS: t`Awaiting funds`,
  IN_REVIEW: t`Waiting for review`,
};

/** The mark of a verified creator, with the channels that the creator has proved. */
export function VerifiedChannels({ channels }: { channels: readonly VerifiedChannel[] }) {
  if (channels.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-normal text-sm">
      <span className="flex items-center gap-1">
        <BadgeCheck aria-hidden="true" className="size-4" />
        {t`Verified:`}
      </span>
      {channels.map((channel) => (
        <a
          key={channel.url}
          href={channel.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-all"
        >
          {describeChannel(channel)}
        </a>
      ))}
    </span>
  );
}

/** Returns the URL of a campaign's public page, to share with creators. */
export function campaignAddress(id: string): string {
  return `${window.location.origin}/campaigns/${id}`;
}

/** Says that a post is advertising, as the rules of most countries and platforms require. */
export const DISCLOSURE = t`#ad, I earn per click`;
