import { defineChange } from "../../../../define-change";

export const removeOverrideCommand = defineChange({
  usage: "remove <subject>",
  summary: "end the override of a campaign or a creator",
  about:
    "Ends the override of campaign:ID or user:NAME: the policy judges its clicks from now on. Clicks that have been judged keep their verdicts. If a different operator made its limits stricter, the end is only requested: a second operator approves it with `policy override approve`. Needs a token with the scope policy:write.",
  examples: ['policy override remove user:chris --reason "the event is over"'],
  send: (client, subject, json) =>
    client.api.admin.policy.overrides.remove.$post({ json: { ...json, subject } }),
});
