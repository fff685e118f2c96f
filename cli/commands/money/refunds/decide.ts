import { defineChange } from "../../../define-change";

const scope = "Needs a token with the scope refunds:write.";
const REFUND = "01900000-0000-7000-8000-000000000001";

export const holdRefundCommand = defineChange({
  usage: "hold <refund>",
  summary: "hold a refund for review",
  about: `Holds a refund that is not being sent yet, until an operator releases or cancels it. ${scope}`,
  examples: [`refunds hold ${REFUND} --reason "the fourth this month"`],
  send: (client, id, json) => client.api.admin.refunds[":id"].hold.$post({ param: { id }, json }),
});

export const releaseRefundCommand = defineChange({
  usage: "release <refund>",
  summary: "release a held refund",
  about: `Releases a held refund. It is sent at once if nothing else prevents it. ${scope}`,
  examples: [`refunds release ${REFUND} --reason "a known developer"`],
  send: (client, id, json) =>
    client.api.admin.refunds[":id"].release.$post({ param: { id }, json }),
});

export const cancelRefundCommand = defineChange({
  usage: "cancel <refund>",
  summary: "cancel a refund that is not sent",
  about: `Cancels a refund that is not being sent yet. Its money returns to the user's wallet. ${scope}`,
  examples: [`refunds cancel ${REFUND} --reason "asked by the developer"`],
  send: (client, id, json) => client.api.admin.refunds[":id"].cancel.$post({ param: { id }, json }),
});

export const retryRefundCommand = defineChange({
  usage: "retry <refund>",
  summary: "retry a refund now",
  about: `Retries a refund now if it waits for its next attempt or its job has failed. The job queries Stripe first, so nothing is sent twice. The money of a failed refund is back in the user's wallet, and the user can request a new one; if the account is deleted, this command makes a new refund to the same card. ${scope}`,
  examples: [`refunds retry ${REFUND} --reason "the balance has arrived"`],
  send: (client, id, json) => client.api.admin.refunds[":id"].retry.$post({ param: { id }, json }),
});
