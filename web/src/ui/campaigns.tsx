import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { COVER_WIDTHS, type CoverFormat, coverPath } from "@fairclick/core/campaigns/cover-files";
import type { CoverResponse } from "@fairclick/core/campaigns/covers";
import { t } from "@fairclick/core/language/t";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { rich } from "../language/rich";
import { Money } from "./figures";
import { formatMoment } from "./format";

type CoverProps = {
  cover: CoverResponse;
  /** The `sizes` attribute: how wide the cover is shown, so that the browser chooses a file. */
  sizes: string;
  className?: string;
};

/** A campaign's cover in 16:9: its image, or the drawing of its initials. */
export function Cover({ cover: { hash, alt, image }, sizes, className = "" }: CoverProps) {
  const look = `aspect-video w-full rounded-sm bg-bar object-cover ${className}`;
  const common = { width: 640, height: 360, loading: "lazy", decoding: "async" } as const;
  if (hash === null) return <img src={image} alt={alt} className={look} {...common} />;
  return (
    <picture>
      <source type="image/avif" srcSet={listFiles(hash, "avif")} sizes={sizes} />
      <img
        src={image}
        srcSet={listFiles(hash, "webp")}
        sizes={sizes}
        alt={alt}
        className={look}
        {...common}
      />
    </picture>
  );
}

function listFiles(hash: string, format: CoverFormat): string {
  return COVER_WIDTHS.map((width) => `${coverPath(hash, `${width}.${format}`)} ${width}w`).join(
    ", ",
  );
}

type PlayGameProps = {
  campaign: Pick<CampaignResponse, "gameUrl" | "status">;
  describedBy?: string;
  /** The game's picture, above the words; shown alone if the game cannot be opened. */
  children?: ReactNode;
};

/**
 * Opens the game in another tab, so that one knows what one promotes. No link for a campaign that waits
 * for review or is stopped: nobody has approved its address, or it may have been reported.
 */
export function PlayGame({ campaign: { gameUrl, status }, describedBy, children }: PlayGameProps) {
  if (status === "IN_REVIEW" || status === "PAUSED" || status === "DISABLED") return children;
  return (
    <a
      href={gameUrl}
      target="_blank"
      rel="noopener noreferrer nofollow"
      aria-describedby={describedBy}
      className={children ? "block" : undefined}
    >
      {children}
      <span className="inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap font-semibold text-sm underline">
        {t`Play the game`}
        <ExternalLink
          aria-hidden="true"
          className={`size-3.5 ${children ? "max-sm:hidden" : ""}`}
        />
      </span>
    </a>
  );
}

/** Returns the URL of a campaign's public page, to share with creators. */
export function campaignAddress(id: string): string {
  return `${window.location.origin}/campaigns/${id}`;
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
