import { defineChange } from "../../../define-change";

const shared = "The creator reads the reason. Needs a token with the scope clicks:decide.";

export const acceptAppeal = defineChange({
  usage: "accept <appeal>",
  summary: "pay the click that an appeal is about",
  about: `Pays the click, when its campaign's budget can; when it cannot, the appeal stays open. ${shared}`,
  examples: ['appeals accept 01900000-0000-7000-8000-000000000001 --reason "You are right."'],
  send: (client, id, json) => client.api.admin.appeals[":id"].accept.$post({ param: { id }, json }),
});

export const declineAppeal = defineChange({
  usage: "decline <appeal>",
  summary: "leave the click refused",
  about: `Leaves the click refused; it cannot be appealed again. ${shared}`,
  examples: [
    'appeals decline 01900000-0000-7000-8000-000000000001 --reason "These clicks came from a server."',
  ],
  send: (client, id, json) =>
    client.api.admin.appeals[":id"].decline.$post({ param: { id }, json }),
});
