import {
  CREATOR,
  change,
  DECIDED_AT,
  type Examples,
  NOW,
  page,
  success,
  why,
  withMessage,
} from "../reference/story";

const ID = "01a1a001-f000-7b7c-9d12-84e0a6f35bd1";
const named = { platform: "youtube", name: "@chris", url: "https://www.youtube.com/@chris" };
const code = "fairclick-k3xw9rab";
const added = {
  _id: ID,
  ...named,
  code,
  linkBack: `https://fairclick.example/#${code}`,
  ...{ verifiedAt: null, verifiedBy: null, revoked: false },
  ...{ checkedAt: null, problem: null },
};
const verified = { ...added, verifiedAt: DECIDED_AT, verifiedBy: "code", checkedAt: DECIDED_AT };

const operated = {
  id: ID,
  userId: CREATOR,
  user: "Chris",
  ...named,
  code,
  ...{ createdAt: DECIDED_AT, verifiedAt: DECIDED_AT, verifiedBy: "code", checkedAt: NOW },
  ...{ revokedAt: null, problem: null },
};
const facts = (isVerified: boolean) => ({ channel: "YouTube @chris", verified: isVerified });
const body = { ...why, channel: "youtube.com/@chris" };

export const channelExamples: Examples = {
  "GET /api/users/channels": { answer: success([verified]) },
  "POST /api/users/channels": {
    body: { url: "https://www.youtube.com/@chris" },
    answer: withMessage("Channel added. Put the code into its description, then check it.", added),
  },
  "POST /api/users/channels/{id}/check": {
    answer: withMessage("The channel is verified.", verified),
  },
  "DELETE /api/users/channels/{id}": {
    answer: { status: "success", message: "Channel removed." },
  },
  "GET /api/admin/creators": { answer: page(operated) },
  "POST /api/admin/creators/{user}/verify": {
    ...change("channel.verify", `user:${CREATOR}`, {
      before: { ...facts(false), verifiedFor: null },
      after: { ...facts(true), verifiedFor: CREATOR },
    }),
    body,
  },
  "POST /api/admin/creators/{user}/revoke": {
    ...change("channel.revoke", `user:${CREATOR}`, {
      before: { ...facts(true), revoked: false },
      after: { ...facts(false), revoked: true },
    }),
    body,
  },
};
