import { defineChange } from "../../../define-change";

const scope = "Needs a token with the scope withdrawals:write.";

export const holdWithdrawalCommand = defineChange({
  usage: "hold <withdrawal>",
  summary: "keep a withdrawal from being sent",
  about: `Keeps a withdrawal that is not on its way yet from being sent, until it is released. Its owner can still take it back. ${scope}`,
  examples: ['withdrawals hold 01900000-0000-7000-8000-000000000001 --reason "ten times as usual"'],
  send: (client, id, json) =>
    client.api.admin.withdrawals[":id"].hold.$post({ param: { id }, json }),
});

export const releaseWithdrawalCommand = defineChange({
  usage: "release <withdrawal>",
  summary: "let a held withdrawal be sent",
  about: `Lets a held withdrawal be sent, at once where nothing else stops it. ${scope}`,
  examples: ['withdrawals release 01900000-0000-7000-8000-000000000001 --reason "a good month"'],
  send: (client, id, json) =>
    client.api.admin.withdrawals[":id"].release.$post({ param: { id }, json }),
});

export const retryWithdrawalCommand = defineChange({
  usage: "retry <withdrawal>",
  summary: "have a withdrawal tried again now",
  about: `Has a withdrawal tried again now that waits for a later try, or whose job was given up. Stripe is asked first what became of it, so nothing is sent twice. One that failed has its money back: its owner asks for another. ${scope}`,
  examples: ['withdrawals retry 01900000-0000-7000-8000-000000000001 --reason "balance is there"'],
  send: (client, id, json) =>
    client.api.admin.withdrawals[":id"].retry.$post({ param: { id }, json }),
});
