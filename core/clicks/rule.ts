import type { AddressFacts } from "../ip/ip-data";
import type { Click } from "./click";
import type { CampaignFunds, ClickToJudge, JudgedBefore, Need, Shared } from "./facts";
import type { Policy } from "./policy";
import type { RefusedTrace } from "./refused-trace";
import type { Signal, SignalName } from "./signal";
import type { JudgedClick } from "./spending";
import type { Timeline } from "./timeline";

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

/** The limits that appear in descriptions of rules. */
export type RuleNumbers = Omit<Policy, "version" | "effects">;

type Evidence = Signal["evidence"];

/** Fields of every rule: its signal and its texts for people. */
type Described = {
  signal: SignalName;
  /** Category shown to creators; must not help to get around the rule. */
  category: string;
  /** Returns the rule as a sentence for the public page about bot detection. */
  describe: (numbers: RuleNumbers) => string;
  /**
   * The rule judges a click by its neighbours or by an address that people share. A player who joins
   * and comes back outweighs it (docs/decisions/019-games-grade-the-rules.md).
   */
  soft?: true;
  /** What differs at shared addresses on campaigns that choose so; absent if nothing does. */
  describeShared?: (numbers: RuleNumbers) => string;
};

export type SignedIn = { who: "creator" | "developer"; by: "address" | "device" };

/** The facts that a check can read in addition to the request. */
export type CheckContext = {
  /** Roles that were signed in with the click's device or ip address. */
  signedIn: readonly SignedIn[];
  /** Which of the click's keys followed the honeypot. */
  marked: readonly ("address" | "device")[];
  /** Whether many people are known to share the ip address. */
  onSharedNetwork: boolean;
  /** Facts about the click's ip address. */
  address: AddressFacts;
};

/** A rule that needs only the request; it runs when the click is recorded. */
export type Check = Described & {
  /** Returns the evidence, or null if the click does not show the signal. */
  find: (click: Click, context: CheckContext) => Evidence | null;
};

/** A check of the ip address, which also works without a click. */
export type AddressCheck = Described & {
  find: (
    click: Pick<Click, "userAgent">,
    context: Pick<CheckContext, "address">,
  ) => Evidence | null;
};

/**
 * The clicks that settlement applies a rule to: every click; clicks that no earlier rule found
 * invalid or unpaid; or, last, clicks that are about to claim their price from the budget.
 */
type AppliesTo = "every click" | "payable clicks" | "claiming clicks";

/**
 * A rule that needs a click's neighbours, its link's history or its campaign; it runs at
 * settlement.
 */
export type FactRule = Described & {
  appliesTo: AppliesTo;
  /** The facts that the rule reads; others are not available to it. */
  needs: (policy: Policy) => readonly Need[];
  /** Returns the evidence, or null if the click does not show the signal. */
  judge: (click: ClickToJudge, facts: ClickFacts) => Evidence | null;
};

export type Rule = Check | AddressCheck | FactRule | (Check & FactRule);

export const HOUR_MS = 3_600_000;

/** Max number of neighbours that evidence states; it stands for this many or more. */
export const MAX_COUNTED_CLICKS = 50;
