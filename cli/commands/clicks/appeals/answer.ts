import { defineChange } from "../../../define-change";

const shared = "The creator sees the reason. Needs a token with the scope clicks:decide.";

export const acceptAppeal = defineChange({
  usage: "accept <appeal>",
  summary: "accept an appeal and pay the click",
  about: `Accepts an appeal and pays the click. If the campaign's budget is too small, the appeal stays open. ${shared}`,
  examples: ['appeals accept 01900000-0000-7000-8000-000000000001 --reason "You are right."'],
  send: (client, id, json) => client.api.admin.appeals[":id"].accept.$post({ param: { id }, json }),
});

export const declineAppeal = defineChange({
  usage: "decline <appeal>",
  summary: "decline an appeal",
  about: `Declines an appeal: the click stays invalid and cannot be appealed again. ${shared}`,
  examples: [
    'appeals decline 01900000-0000-7000-8000-000000000001 --reason "These clicks came from a server."',
  ],
  send: (client, id, json) =>
    client.api.admin.appeals[":id"].decline.$post({ param: { id }, json }),
});
