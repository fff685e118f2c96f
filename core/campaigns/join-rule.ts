import { t } from "../language/t";

export const joinRules = ["everybody", "verified", "approval"] as const;
export type JoinRule = (typeof joinRules)[number];

/** Returns a choice as developers read it. */
export function describeJoinChoice(rule: JoinRule): { name: string; meaning: string } {
  switch (rule) {
    case "everybody":
      return { name: t`Everybody`, meaning: t`Creators join at once.` };
    case "verified":
      return {
        name: t`Verified creators only`,
        meaning: t`Creators who have proved a channel of theirs join at once.`,
      };
    case "approval":
      return {
        name: t`I approve each`,
        meaning: t`Creators send a request with a short message. You accept or refuse it on the campaign's page.`,
      };
  }
}

export const joinRequestStates = ["open", "accepted", "refused", "withdrawn"] as const;
export type JoinRequestState = (typeof joinRequestStates)[number];

export const MAX_REQUEST_TEXT = 300;
/** Max requests of one creator that wait at a time. */
export const MAX_OPEN_REQUESTS = 20;
