import { defineChange } from "../../../define-change";

const scope =
  "A user is given by id, e-mail address or name. Needs a token with the scope users:recover.";

export const recoverCommand = defineChange({
  usage: "recover <user>",
  summary: "start the recovery of an account whose owner cannot sign in",
  about: `Starts the recovery of an account whose owner lost every way to sign in. Make sure first that the person who asks is the owner. The user is notified and can cancel it for 72 hours: by the link of the mail, in the app, or by signing in. Afterwards the second factors and the password are removed, everybody is signed out, and a link for a new password is mailed; withdrawals and refunds rest for 72 more hours. ${scope}`,
  examples: [
    'users recover ann@example.com --reason "Lost her phone and the codes; passport seen."',
  ],
  send: (client, user, json) =>
    client.api.admin.recoveries[":user"].$post({ param: { user }, json }),
});

export const cancelRecoveryCommand = defineChange({
  usage: "cancel-recovery <user>",
  summary: "cancel the open recovery of an account",
  about: `Cancels a recovery in its waiting period. ${scope}`,
  examples: ['users cancel-recovery ann@example.com --reason "It was not her."'],
  send: (client, user, json) =>
    client.api.admin.recoveries[":user"].cancel.$post({ param: { user }, json }),
});
