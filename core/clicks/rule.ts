import type { AddressFacts } from "../ip/ip-data";
import type { Click } from "./click";
import type { ClickToJudge, Need } from "./facts";
import type { ClickFacts } from "./judge";
import type { Policy } from "./policy";
import type { Signal, SignalName } from "./signal";

/** The numbers that rules are described with. */
export type RuleNumbers = Omit<Policy, "version" | "effects">;

type Evidence = Signal["evidence"];

/** What every rule is: the signal that it finds, and how people read about it. */
type Described = {
  signal: SignalName;
  /** What a creator reads: the kind of reason, and nothing that helps to get around the rule. */
  category: string;
  /** The rule in a sentence, for everybody. */
  describe: (numbers: RuleNumbers) => string;
  /**
   * The rule judges a click by its neighbours or by an address that people share. A player who joins
   * and comes back outweighs it (docs/decisions/165-games-grade-the-rules.md).
   */
  soft?: true;
};

export type SignedIn = { who: "creator" | "developer"; by: "address" | "device" };

/** What a check may know beside the request itself. */
export type CheckContext = {
  /** The creator or the developer, if one was signed in with the click's device or address. */
  signedIn: readonly SignedIn[];
  /** Which of the click's keys followed the honeypot before. */
  marked: readonly ("address" | "device")[];
  /** Whether many people are known to share the click's address. */
  onSharedNetwork: boolean;
  /** What is known of the click's address. */
  address: AddressFacts;
};

/** A rule that needs only the request: it looks when the click is recorded. */
export type Check = Described & {
  /** Returns the evidence, or null if the click does not show the signal. */
  find: (click: Click, context: CheckContext) => Evidence | null;
};

/** A check of the click's address, which also works without a click. */
export type AddressCheck = Described & {
  find: (
    click: Pick<Click, "userAgent">,
    context: Pick<CheckContext, "address">,
  ) => Evidence | null;
};

/**
 * When settlement applies a rule to a click: to every click; to clicks that nothing so far refuses;
 * or last, to clicks that are about to claim their price from the budget.
 */
type AppliesTo = "every click" | "payable clicks" | "claiming clicks";

/** A rule that looks at a click's neighbours, its link's history or its campaign when it is settled. */
export type FactRule = Described & {
  appliesTo: AppliesTo;
  /** The facts that it looks at. Nothing else is read for it. */
  needs: (policy: Policy) => readonly Need[];
  /** Returns the evidence, or null if the click does not show the signal. */
  judge: (click: ClickToJudge, facts: ClickFacts) => Evidence | null;
};

export type Rule = Check | AddressCheck | FactRule | (Check & FactRule);

export const HOUR_MS = 3_600_000;

/** The most neighbours that evidence counts: as many, or more. */
export const MOST_COUNTED = 50;
