import { defineChange } from "../../../define-change";

const named = "A user is given by id, e-mail address or name.";
const scope = "Needs a token with the scope users:write.";

export const suspendUserCommand = defineChange({
  usage: "suspend <user>",
  summary: "suspend a user and stop their links and withdrawals",
  about: `Suspends a user at once: their links and the links of their campaigns answer 410, their withdrawals are not sent, and they can read everything but change nothing. They keep their money, and earlier clicks are still judged and paid. The user sees the reason. ${named} ${scope}`,
  explain:
    "Stops: their links and the links of their campaigns (410), their withdrawals, and every change that they make.\nGoes on: earlier clicks are judged and paid, the money stays theirs, they can read everything.",
  examples: ['users suspend ann@example.com --reason "Bought clicks."'],
  send: (client, user, json) =>
    client.api.admin.users[":user"].suspend.$post({ param: { user }, json }),
});

export const restoreUserCommand = defineChange({
  usage: "restore <user>",
  summary: "end a user's suspension",
  about: `Ends a suspension: links work again, and waiting withdrawals are sent. ${named} ${scope}`,
  explain: "Their links work again, and waiting withdrawals are sent.",
  examples: ['users restore ann@example.com --reason "It was not her."'],
  send: (client, user, json) =>
    client.api.admin.users[":user"].restore.$post({ param: { user }, json }),
});

export const pardonDisputesCommand = defineChange({
  usage: "pardon-disputes <user>",
  summary: "let a user launch campaigns whose disputes closed the account",
  about: `Forgives the disputes of a user until now. Two that are open or lost within 180 days close an account to new campaigns; later ones count again. A debt stays. ${named} ${scope}`,
  examples: ['users pardon-disputes ann@example.com --reason "Her bank confirmed a mistake."'],
  send: (client, user, json) =>
    client.api.admin.users[":user"]["pardon-disputes"].$post({ param: { user }, json }),
});
