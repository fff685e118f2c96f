import type { CampaignFunds, ClickToJudge, JudgedBefore, Shared } from "./facts";
import type { Policy } from "./policy";
import type { RefusedTrace } from "./refused-trace";
import type { Signal, SignalName } from "./signal";
import type { Timeline } from "./timeline";
import type { JudgedClick } from "./verdict";

/** The facts that a rule can read in addition to the click. */
export type ClickFacts = {
  /** The signals found so far. */
  found: ReadonlyMap<SignalName, Signal>;
  /** The campaign with its remaining budget. */
  campaign: CampaignFunds;
  history: ClickHistory;
  policy: Policy;
};

/**
 * Other clicks that rules compare a click with: those in the facts and those judged so far. `visits`
 * and `paid` throw if no rule declares that it needs them.
 */
export type ClickHistory = {
  /**
   * Visits that share a key with the click; includes the click itself unless it is the only one.
   */
  visits: (click: ClickToJudge, shared: Shared) => Timeline;
  /** Paid and held clicks that share a key with the click. */
  paid: (click: ClickToJudge, shared: Shared) => Timeline;
  /**
   * The click that set the device's cookie; null if there is none or it is not judged.
   */
  firstClick: (click: ClickToJudge) => JudgedBefore | null;
  /**
   * Outcomes of the link's last counted visits, newest last; null for those that passed. Invalid
   * visits count only if their reason is one of `gainfulReasons`.
   */
  outcomes: (click: ClickToJudge) => readonly (RefusedTrace | null)[];
  /** The evidence of the link's open finding for this signal; null if there is none. */
  finding: (click: ClickToJudge, signal: SignalName) => Signal["evidence"] | null;
  /**
   * Number of paid and held clicks of the link in the `beforeMs` before the click, exact to 15
   * minutes.
   */
  paidOfLink: (click: ClickToJudge, beforeMs: number) => number;
  /** Number of these that are valid and came from addresses that are not known to be shared. */
  unsharedOfLink: (click: ClickToJudge, beforeMs: number) => number;
  /** Records a judged click, so that later clicks are compared with it. */
  add: (click: ClickToJudge, judged: Pick<JudgedClick, "verdict" | "reason" | "signals">) => void;
};
