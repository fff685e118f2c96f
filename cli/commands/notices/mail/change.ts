import { defineChange } from "../../../define-change";

const scope = "Needs a token with the scope notices:write.";

export const suppressMailCommand = defineChange({
  usage: "suppress <address>",
  summary: "stop all mails to an address",
  about: `Stops all mails to an address, such as one whose mails come back. Its owner still sees notices in the app. A program that receives such mails can call this. ${scope}`,
  examples: ['mail suppress gone@mail.example --reason "its mails come back"'],
  send: (client, address, json) =>
    client.api.admin.mail.suppress.$post({ json: { ...json, address } }),
});

export const releaseMailCommand = defineChange({
  usage: "release <address>",
  summary: "allow mails to an address again",
  about: `Allows mails to an address again. Mails that were skipped meanwhile are not sent. ${scope}`,
  examples: ['mail release back@mail.example --reason "the mailbox exists again"'],
  send: (client, address, json) =>
    client.api.admin.mail.release.$post({ json: { ...json, address } }),
});
