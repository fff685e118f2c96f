import type { Facts } from "@fairclick/core/clicks/facts";
import { judge } from "@fairclick/core/clicks/judge";
import type { Policy } from "@fairclick/core/clicks/policy";
import { makeSinglePolicyBook, type PolicyBook } from "@fairclick/core/clicks/policy-book";
import { openShadowTally, type ShadowFigures } from "@fairclick/core/clicks/shadow-tally";
import type { JudgedClick } from "@fairclick/core/clicks/verdict";
import type { RunningShadow } from "./open-shadow";

type Judging = { policies: PolicyBook; shadow: RunningShadow | null };

/** Lists the policies for which the facts are read. */
export function listPolicies({ policies, shadow }: Judging): readonly Policy[] {
  return shadow
    ? [...policies.policies, ...openShadowBook(shadow, policies).policies]
    : policies.policies;
}

type Judged = {
  judged: JudgedClick[];
  /** Null without a shadow, or if it took too long. */
  figures: ShadowFigures | null;
};

/** Judges a batch by its policies and beside them by the shadow, which changes no verdict. */
export function judgeBeside(facts: Facts, { policies, shadow }: Judging): Judged {
  if (!shadow) return { judged: judge(facts, policies), figures: null };
  const tally = openShadowTally();
  let leftMs = shadow.limitMs;
  const judged = judge(facts, policies, {
    book: openShadowBook(shadow, policies),
    compare: (click, active, judgeAgain) => {
      if (leftMs <= 0 || !isJudgedBy(shadow, click)) return;
      const startedAt = performance.now();
      tally.add(click, active, judgeAgain());
      leftMs -= performance.now() - startedAt;
    },
  });
  return { judged, figures: leftMs > 0 ? tally.figures : null };
}

/** Returns whether a click was made in the time of a shadow. */
export function isJudgedBy({ from, until }: RunningShadow, { at }: { at: number }): boolean {
  return at >= from && at < until;
}

/** The overrides of campaigns and creators apply to both policies. */
function openShadowBook({ policy }: RunningShadow, { overrides }: PolicyBook): PolicyBook {
  return makeSinglePolicyBook(policy, overrides);
}
