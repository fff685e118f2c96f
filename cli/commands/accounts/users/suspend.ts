import { defineChange } from "../../../define-change";

const named = "A user is named by id, e-mail address or name.";
const scope = "Needs a token with the scope users:write.";

export const suspendUserCommand = defineChange({
  usage: "suspend <user>",
  summary: "stop a user's links and withdrawals",
  about: `Stops a user at once: their links and those of their campaigns answer 410, withdrawals are not sent, and they can look at everything and change nothing. Their money is kept, and clicks from before are judged and paid. They read the reason. ${named} ${scope}`,
  examples: ['users suspend ann@example.com --reason "Bought clicks."'],
  send: (client, user, json) =>
    client.api.admin.users[":user"].suspend.$post({ param: { user }, json }),
});

export const restoreUserCommand = defineChange({
  usage: "restore <user>",
  summary: "end a suspension",
  about: `Ends a suspension: links work again, and withdrawals that waited are sent. ${named} ${scope}`,
  examples: ['users restore ann@example.com --reason "It was not her."'],
  send: (client, user, json) =>
    client.api.admin.users[":user"].restore.$post({ param: { user }, json }),
});
