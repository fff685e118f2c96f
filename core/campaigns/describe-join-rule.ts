import { t } from "../language/t";
import type { JoinRule } from "./join-rule";

/** Returns what a campaign's rule means for a creator; null if everybody may join. */
export function describeJoinRule(rule: JoinRule): string | null {
  switch (rule) {
    case "everybody":
      return null;
    case "verified":
      return t`Accepts verified creators only`;
    case "approval":
      return t`The developer approves each creator`;
  }
}
