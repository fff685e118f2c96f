import { defineActs } from "../../../define-acts";

export const decideRefundCommand = defineActs({
  usage: "<refund>",
  summary: "hold, release, retry or cancel a refund",
  about: "Needs a token with the scope refunds:write.",
  examples: [
    'refunds decide release 01900000-0000-7000-8000-000000000001 --reason "a known developer"',
  ],
  acts: {
    hold: {
      about: "Holds a refund that is not being sent yet, until an operator releases or cancels it.",
      send: ({ api }, id, json) => api.admin.refunds[":id"].hold.$post({ param: { id }, json }),
    },
    release: {
      about: "Releases a held refund. It is sent at once if nothing else prevents it.",
      send: ({ api }, id, json) => api.admin.refunds[":id"].release.$post({ param: { id }, json }),
    },
    retry: {
      about:
        "Retries a refund now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. The money of a failed refund is back in the user's wallet, and the user can request a new one; if the account is deleted, this makes a new refund to the same card.",
      send: ({ api }, id, json) => api.admin.refunds[":id"].retry.$post({ param: { id }, json }),
    },
    cancel: {
      about: "Cancels a refund that is not being sent yet. Its money returns to the user's wallet.",
      send: ({ api }, id, json) => api.admin.refunds[":id"].cancel.$post({ param: { id }, json }),
    },
  },
});
