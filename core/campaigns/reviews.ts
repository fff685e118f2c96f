import { z } from "zod";
import { formatList, t } from "../language/t";
import { parseHost } from "../web-addresses";
import { parseRobloxLink, type RobloxLink } from "./destination";
import { REVIEW_HOURS } from "./status";

/** The median of fewer developers says nothing about usual prices. */
export const MIN_PRICED_DEVELOPERS = 10;
/** A price this many times above or below the median is unusual. */
export const UNUSUAL_PRICE_FACTOR = 10n;

export const reviewReasons = [
  "first_campaign",
  "new_host",
  "reported_host",
  "reported_developer",
  "unusual_price",
] as const;
export type ReviewReason = (typeof reviewReasons)[number];

const reviewSubjects = ["campaign", "game_url"] as const;

/** A campaign, or a new address of a running one, that waits for an operator. */
export const reviewSchema = z.object({
  subject: z.enum(reviewSubjects),
  /** The address under review. A running campaign leads to its former one until the approval. */
  gameUrl: z.string(),
  reasons: z.array(z.enum(reviewReasons)),
});
export type Review = z.infer<typeof reviewSchema>;

export type ReviewFacts = {
  gameUrl: string;
  trustedHosts: readonly string[];
  /** Whether an operator approved an address of this developer. */
  hasBeenApproved: boolean;
  /** Whether the address, or one above it, was approved for anybody. */
  isApproved: boolean;
  /** Whether an operator confirmed reports of an address on this host. */
  isReportedHost: boolean;
  /** Whether visitors of another campaign of this developer see a warning. */
  isReportedDeveloper: boolean;
  /** Null if the price does not change. */
  price: { micros: bigint; median: PriceMedian } | null;
};

/** Median price of the live campaigns of other developers, one campaign each. */
export type PriceMedian = { developers: number; micros: bigint };

/** Returns why a campaign waits for an operator before it is live; empty if it does not wait. */
export function findReviewReasons(facts: ReviewFacts): ReviewReason[] {
  const isTrusted = isTrustedAddress(facts.gameUrl, facts.trustedHosts);
  const found: Record<ReviewReason, boolean> = {
    first_campaign: !isTrusted && !facts.hasBeenApproved,
    new_host: !isTrusted && !facts.isApproved,
    reported_host: !isTrusted && facts.isReportedHost,
    reported_developer: facts.isReportedDeveloper,
    unusual_price: facts.price !== null && isUnusualPrice(facts.price),
  };
  return reviewReasons.filter((reason) => found[reason]);
}

/**
 * Whether an address needs no review: a game on Roblox if that is trusted, no other page of Roblox; else
 * any page of a trusted host, without its subdomains.
 */
export function isTrustedAddress(gameUrl: string, trustedHosts: readonly string[]): boolean {
  const link = parseRobloxLink(gameUrl);
  if (link) return trustedHosts.includes("roblox.com") && leadsToGame(link);
  const host = parseHost(gameUrl);
  return trustedHosts.some((trusted) => host === trusted || host === `www.${trusted}`);
}

function leadsToGame(link: RobloxLink): boolean {
  if (link.form !== "share") return link.form === "place";
  return /^(?:Experience|Server)/.test(new URL(link.url).searchParams.get("type") ?? "");
}

/** Whether a host, or a domain that it belongs to, is trusted. */
export function isTrustedHost(host: string, trustedHosts: readonly string[]): boolean {
  return trustedHosts.some((trusted) => host === trusted || host.endsWith(`.${trusted}`));
}

export function isUnusualPrice({ micros, median }: NonNullable<ReviewFacts["price"]>): boolean {
  if (median.developers < MIN_PRICED_DEVELOPERS) return false;
  return (
    micros > median.micros * UNUSUAL_PRICE_FACTOR || micros * UNUSUAL_PRICE_FACTOR < median.micros
  );
}

function describeReason(reason: ReviewReason): string {
  switch (reason) {
    case "first_campaign":
      return t`it is your first one for a website that we do not know`;
    case "new_host":
      return t`no campaign has led to this part of its website before`;
    case "reported_host":
      return t`another address of its website was reported, and we confirmed it`;
    case "reported_developer":
      return t`the address of another of your campaigns was reported, and we confirmed it`;
    case "unusual_price":
      return t`its price per click is far from what others pay`;
  }
}

/** Returns the reasons as a clause that follows "because". */
export function describeReviewReasons(reasons: readonly ReviewReason[]): string {
  return formatList(reasons.map(describeReason));
}

export function describeReview(reasons: readonly ReviewReason[]): string {
  return t`It waits for review, because ${describeReviewReasons(reasons)}. An operator decides within ${REVIEW_HOURS} hours.`;
}
