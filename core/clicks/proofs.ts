import { t } from "../language/t";
import type { Effect } from "./policy";
import { wilson } from "./rule-trials";
import type { FinalVerdict, SignalName } from "./signal";

/** A refused or held click of a player who joined the game and came back on a later day. */
export type Proof = {
  verdict: FinalVerdict;
  signals: readonly string[];
  /** Whether an operator has decided about the click or declined its appeal. */
  decided: boolean;
  /** Whether the creator is the developer, or both used one device. */
  related: boolean;
  suspended: boolean;
  /** Whether the player has a paid click on the campaign. */
  playerPaid: boolean;
  /** Whether the click's cookie has a paid click on the campaign. */
  devicePaid: boolean;
  /** Paid clicks of the address on the campaign within a day; 0 if it is vouched for as shared. */
  addressPaid: number;
  link: LinkReturns;
};

type Players = { joined: number; returned: number };
export type LinkReturns = { accepted: Players; refused: Players };

/**
 * Paid clicks of one address on a campaign within a day, above which a return pays no more: accounts
 * in a game are free, and one machine can play many. Larger gateways wait for an operator.
 */
export const MAX_PROVEN_PER_ADDRESS = 50;

/** With fewer players of refused clicks, a link's returns are not compared. */
const ENOUGH_PLAYERS = 20;

/**
 * Whether the players of a link's refused clicks return more often than those of its accepted ones.
 * People who were refused by mistake return as often as others; accounts that are made to return do
 * so always.
 */
export function isUnusualLink({ accepted, refused }: LinkReturns): boolean {
  if (refused.joined < ENOUGH_PLAYERS) return false;
  const { low } = wilson(refused.returned, refused.joined);
  return low > wilson(accepted.returned, accepted.joined).high;
}

export const proofOutcomes = [
  "paid",
  "already_paid",
  "not_paying",
  "hard_rule",
  "decided",
  "related",
  "suspended",
  "player_paid",
  "device_paid",
  "address_full",
  "unusual",
  "no_budget",
  "over_limit",
  "campaign_over",
  "forgotten",
] as const;
export type ProofOutcome = (typeof proofOutcomes)[number];

type Judged = { effects: Record<SignalName, Effect>; soft: ReadonlySet<string> };

type Unaffordable = "no_budget" | "over_limit" | "campaign_over";

/** Returns why a proven click is not paid, or null if it is paid from a budget that covers it. */
export function proofRefusal(
  proof: Proof,
  { effects, soft }: Judged,
): Exclude<ProofOutcome, "paid" | Unaffordable | "forgotten"> | null {
  if (proof.verdict === "valid") return "already_paid";
  if (proof.decided) return "decided";
  if (proof.verdict === "unpaid") return "not_paying";
  if (proof.signals.some((signal) => findEffect(signal, effects) === "unpaid")) return "not_paying";
  const speakAgainst = proof.signals.filter((signal) => findEffect(signal, effects) !== "note");
  if (speakAgainst.some((signal) => !soft.has(signal))) return "hard_rule";
  if (proof.suspended) return "suspended";
  if (proof.related) return "related";
  if (proof.playerPaid) return "player_paid";
  if (proof.devicePaid) return "device_paid";
  if (proof.addressPaid >= MAX_PROVEN_PER_ADDRESS) return "address_full";
  return isUnusualLink(proof.link) ? "unusual" : null;
}

/** A signal that this version does not know counts as a refusal. */
function findEffect(signal: string, effects: Record<SignalName, Effect>): Effect {
  const known: Partial<Record<string, Effect>> = effects;
  return known[signal] ?? "invalid";
}

const texts: Record<ProofOutcome, () => string> = {
  paid: () =>
    t`The game reported that this player came back on a later day, so this click is paid.`,
  already_paid: () =>
    t`The game reported that this player came back on a later day. The click was already paid.`,
  not_paying: () =>
    t`The game reported that this player came back on a later day, but the campaign was not paying for this click when it was made.`,
  hard_rule: () =>
    t`The game reported that this player came back on a later day, but a return does not outweigh the rule that refused this click.`,
  decided: () =>
    t`The game reported that this player came back on a later day, but an operator has decided about this click.`,
  related: () =>
    t`The game reported that this player came back on a later day, but this campaign's developer is not independent of you.`,
  suspended: () =>
    t`The game reported that this player came back on a later day, but the account of the creator or of the developer is suspended.`,
  player_paid: () =>
    t`The game reported that this player came back on a later day, but the same player already has a paid click in this campaign.`,
  device_paid: () =>
    t`The game reported that this player came back on a later day, but the same device already has a paid click in this campaign.`,
  address_full: () =>
    t`The game reported that this player came back on a later day, but the same address already has many paid clicks in this campaign.`,
  unusual: () =>
    t`The game reported that this player came back on a later day, but the players of your refused clicks return more often than those of your accepted ones, so it is not paid by itself.`,
  no_budget: () =>
    t`The game reported that this player came back on a later day, but the campaign's budget does not cover this click now.`,
  over_limit: () =>
    t`The game reported that this player came back on a later day, but the campaign's limits on spending leave no room for this click now.`,
  campaign_over: () =>
    t`The game reported that this player came back on a later day, but the campaign is over and the rest of its budget has gone back to its developer.`,
  forgotten: () =>
    t`The game reported that this player came back on a later day, but the click is no longer kept.`,
};

/** Returns the text that the creator reads, or null while nothing is decided. */
export function describeProof(outcome: ProofOutcome | null): string | null {
  return outcome === null ? null : texts[outcome]();
}

/** The reason that decisions and the audit log store. */
export const PROOF_REASON = "The game reported that the player came back on a later day";
