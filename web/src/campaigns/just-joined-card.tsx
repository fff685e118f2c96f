import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { Suspense, useEffect, useRef, useState } from "react";
import { rich } from "../language/rich";
import { Button } from "../ui/button";
import { CopyLink, DISCLOSURE, LinkText, ShareButton } from "../ui/copy-button";
import { Mark, Money } from "../ui/figures";
import { lazyPart } from "../ui/lazy-part";
import { CampaignCard } from "./cards";

const LinkQr = lazyPart(async () => (await import("../ui/link-qr")).LinkQr);

type JustJoinedCardProps = { campaign: JoinedCampaignResponse; onDetails: () => void };

/** A card that became the user's link, in the place where the user joined. */
export function JustJoinedCard({ campaign, onDetails }: JustJoinedCardProps) {
  const [showsQr, setShowsQr] = useState(false);
  const { shortLink: link, name, payoutPerClick } = campaign;
  const actions = useRef<HTMLDivElement>(null);
  // The pressed Join button is gone; what comes next takes its focus, and a phone shows it first.
  useEffect(() => {
    const { current } = actions;
    if (document.activeElement === document.body) current?.querySelector("button")?.focus();
    const block = innerWidth < 640 ? "start" : "nearest";
    current?.closest("li")?.scrollIntoView({ block });
  }, []);
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      aside={
        <>
          <span className="mb-1 block w-fit origin-left motion-safe:animate-stamp">
            <Mark tone="valid">{t`JOINED`}</Mark>
          </span>
          {rich`Share this link: each valid click pays you ${<Money dollars={payoutPerClick} />}.`}
        </>
      }
      action={(titleId) => (
        <div ref={actions} className="contents">
          <CopyLink link={link} describedBy={titleId} />
          <ShareButton link={link} title={name} text={DISCLOSURE} describedBy={titleId} />
          <Button
            aria-expanded={showsQr}
            aria-describedby={titleId}
            onClick={() => setShowsQr(!showsQr)}
          >
            QR
          </Button>
        </div>
      )}
    >
      <LinkText link={link} name={name} />
      {showsQr ? (
        <div className="mt-4">
          <Suspense fallback={null}>
            <LinkQr link={link} />
          </Suspense>
        </div>
      ) : null}
    </CampaignCard>
  );
}
