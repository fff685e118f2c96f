import type { JoinedCampaignResponse } from "@fairclick/core/campaigns/campaign";
import { t } from "@fairclick/core/language/t";
import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "../ui/button";
import { CopyLink, DISCLOSURE, LinkText, ShareButton } from "../ui/copy-button";
import { Mark } from "../ui/figures";
import { lazyPart } from "../ui/lazy-part";
import { CampaignCard } from "./cards";

const LinkQr = lazyPart(async () => (await import("../ui/link-qr")).LinkQr);

type JustJoinedCardProps = { campaign: JoinedCampaignResponse; onDetails: () => void };

/** A card that became the user's link, in the place where the user joined. */
export function JustJoinedCard({ campaign, onDetails }: JustJoinedCardProps) {
  const [showsQr, setShowsQr] = useState(false);
  const { shortLink: link, name } = campaign;
  const actions = useRef<HTMLDivElement>(null);
  // The pressed Join button is gone; what comes next takes its focus.
  useEffect(() => {
    if (document.activeElement === document.body) actions.current?.querySelector("button")?.focus();
  }, []);
  return (
    <CampaignCard
      campaign={campaign}
      onDetails={onDetails}
      action={(titleId) => (
        <div ref={actions} className="contents">
          <CopyLink link={link} describedBy={titleId} />
          {typeof navigator.share === "function" ? (
            <ShareButton link={link} title={name} text={DISCLOSURE} describedBy={titleId} />
          ) : null}
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
      <p className="mb-3 flex items-center gap-3">
        <span className="origin-center motion-safe:animate-stamp">
          <Mark tone="valid">{t`JOINED`}</Mark>
        </span>
        {t`Share this link: each valid click pays you.`}
      </p>
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
