/** Who may join a campaign. */
export const joinRules = ["everybody", "verified", "approval"] as const;
export type JoinRule = (typeof joinRules)[number];

/** The choices, as developers read them. */
export const joinRuleNames: Record<JoinRule, { name: string; meaning: string }> = {
  everybody: { name: "Everybody", meaning: "Creators join at once." },
  verified: {
    name: "Verified creators only",
    meaning: "Creators who have proved a channel of theirs join at once.",
  },
  approval: {
    name: "I approve each",
    meaning: "Creators send a request with a short message. You accept or refuse it here.",
  },
};

export const joinRequestStates = ["open", "accepted", "refused", "withdrawn"] as const;
export type JoinRequestState = (typeof joinRequestStates)[number];

export const MAX_REQUEST_TEXT = 300;
/** Max requests of one creator that wait at a time. */
export const MAX_OPEN_REQUESTS = 20;
