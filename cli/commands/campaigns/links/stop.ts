import { defineChange } from "../../../define-change";

const named = "A link is given by its code, the last part of its short URL.";

export const disableLinkCommand = defineChange({
  usage: "disable <link>",
  summary: "disable a link",
  about: `Disables a link: within a second, visitors see a page that says so (410) and clicks no longer count. The developer cannot enable it again. ${named} Needs a token with the scope links:write.`,
  examples: [
    'links disable k3Xw9Rab --reason "a click farm"',
    'links disable k3Xw9Rab --reason "a click farm" --dry-run --json',
  ],
  send: (client, code, json) =>
    client.api.admin.links[":code"].disable.$post({ param: { code }, json }),
});

export const enableLinkCommand = defineChange({
  usage: "enable <link>",
  summary: "enable a link that an operator disabled",
  about: `Enables a link that an operator disabled. A link that its developer disabled stays disabled. ${named} Needs a token with the scope links:write.`,
  examples: ['links enable k3Xw9Rab --reason "it was their own test"'],
  send: (client, code, json) =>
    client.api.admin.links[":code"].enable.$post({ param: { code }, json }),
});
