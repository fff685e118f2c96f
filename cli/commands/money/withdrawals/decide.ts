import { defineActs } from "../../../define-acts";

export const decideWithdrawalCommand = defineActs({
  usage: "<withdrawal>",
  summary: "hold, release or retry a withdrawal",
  about: "Needs a token with the scope withdrawals:write.",
  examples: [
    'withdrawals decide release 01900000-0000-7000-8000-000000000001 --reason "a good month"',
  ],
  acts: {
    hold: {
      about:
        "Holds a withdrawal that is not being sent yet, until an operator releases it. The user can still cancel it.",
      send: ({ api }, id, json) => api.admin.withdrawals[":id"].hold.$post({ param: { id }, json }),
    },
    release: {
      about: "Releases a held withdrawal. It is sent at once if nothing else prevents it.",
      send: ({ api }, id, json) =>
        api.admin.withdrawals[":id"].release.$post({ param: { id }, json }),
    },
    retry: {
      about:
        "Retries a withdrawal now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. A failed withdrawal cannot be retried: its money is back in the user's earnings, and the user can request a new one.",
      send: ({ api }, id, json) =>
        api.admin.withdrawals[":id"].retry.$post({ param: { id }, json }),
    },
  },
});
