import { defineChange } from "../../../../define-change";

export const stopShadowCommand = defineChange({
  usage: "stop",
  summary: "stop the shadow before its time",
  about:
    "Stops the shadow. Its figures stay until another one starts. Needs a token with the scope policy:write.",
  examples: ['policy shadow stop --reason "seen enough"'],
  send: (client, _subject, json) => client.api.admin.policy.shadow.stop.$post({ json }),
});
