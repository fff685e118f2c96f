import { defineChange } from "../../../define-change";

const named = "A link is named by its code, the last part of its short address.";

export const disableLinkCommand = defineChange({
  usage: "disable <link>",
  summary: "stop a link",
  about: `Stops a link: within a second its visitors get a page that says so (410), and clicks count no more. Its developer cannot enable it again. ${named} Needs a token with the scope links:write.`,
  examples: [
    'links disable k3Xw9Rab --reason "a click farm"',
    'links disable k3Xw9Rab --reason "a click farm" --dry-run --json',
  ],
  send: (client, code, json) =>
    client.api.admin.links[":code"].disable.$post({ param: { code }, json }),
});

export const enableLinkCommand = defineChange({
  usage: "enable <link>",
  summary: "start a link again that an operator stopped",
  about: `Starts a link again that an operator stopped; what its developer stopped is theirs to start. ${named} Needs a token with the scope links:write.`,
  examples: ['links enable k3Xw9Rab --reason "it was their own test"'],
  send: (client, code, json) =>
    client.api.admin.links[":code"].enable.$post({ param: { code }, json }),
});
