import { defineChange } from "../../../define-change";

export const dismissProposalCommand = defineChange({
  usage: "dismiss <click>",
  summary: "keep a proposed click paid",
  about:
    "Dismisses the proposal to reverse a click: the click stays paid and is not proposed again. Needs a token with the scope clicks:decide.",
  examples: ['proposals dismiss 01900000-0000-7000-8000-000000000001 --reason "a known school"'],
  send: (client, id, json) =>
    client.api.admin.proposals[":id"].dismiss.$post({ param: { id }, json }),
});
