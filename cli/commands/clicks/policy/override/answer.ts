import { defineChange } from "../../../../define-change";

export const approveOverrideCommand = defineChange({
  usage: "approve <id>",
  summary: "approve an override that a different operator requested",
  about:
    "Approves a requested override, within 72 hours: it judges clicks from now on. Refused if the subject's override was changed since the request. Needs a token with the scope policy:write.",
  examples: [
    'policy override approve 01900000-0000-7000-8000-000000000001 --reason "saw the stream"',
  ],
  send: (client, id, json) =>
    client.api.admin.policy.overrides[":id"].approve.$post({ param: { id }, json }),
});

export const declineOverrideCommand = defineChange({
  usage: "decline <id>",
  summary: "decline a requested override, or withdraw your own",
  about:
    "Closes a requested override; nothing changes for its clicks. Needs a token with the scope policy:write.",
  examples: ['policy override decline 01900000-0000-7000-8000-000000000001 --reason "no proof"'],
  send: (client, id, json) =>
    client.api.admin.policy.overrides[":id"].decline.$post({ param: { id }, json }),
});
