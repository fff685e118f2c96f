import { defineChange } from "../../../define-change";

const scope = "Needs a token with the scope withdrawals:write.";

export const holdWithdrawalCommand = defineChange({
  usage: "hold <withdrawal>",
  summary: "hold a withdrawal for review",
  about: `Holds a withdrawal that is not being sent yet, until an operator releases it. The user can still cancel it. ${scope}`,
  examples: [
    'withdrawals hold 01900000-0000-7000-8000-000000000001 --reason "ten times the usual amount"',
  ],
  send: (client, id, json) =>
    client.api.admin.withdrawals[":id"].hold.$post({ param: { id }, json }),
});

export const releaseWithdrawalCommand = defineChange({
  usage: "release <withdrawal>",
  summary: "release a held withdrawal",
  about: `Releases a held withdrawal. It is sent at once if nothing else prevents it. ${scope}`,
  examples: ['withdrawals release 01900000-0000-7000-8000-000000000001 --reason "a good month"'],
  send: (client, id, json) =>
    client.api.admin.withdrawals[":id"].release.$post({ param: { id }, json }),
});

export const retryWithdrawalCommand = defineChange({
  usage: "retry <withdrawal>",
  summary: "retry a withdrawal now",
  about: `Retries a withdrawal now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. A failed withdrawal cannot be retried: its money is back in the user's earnings, and the user can request a new one. ${scope}`,
  examples: [
    'withdrawals retry 01900000-0000-7000-8000-000000000001 --reason "the balance has arrived"',
  ],
  send: (client, id, json) =>
    client.api.admin.withdrawals[":id"].retry.$post({ param: { id }, json }),
});
