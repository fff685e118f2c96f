import { operatorSchema } from "@fairclick/core/operations/operators";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { readProfiles } from "../../connection/profiles";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { formatFacts, formatMoment } from "../../output/format";
import { summarizeScopes } from "./operators/summarize-scopes";

export const whoami = defineCommand({
  usage: "whoami",
  summary: "show who you are signed in as, and where",
  about:
    "Shows the marketplace that commands call, the operator of the token, its scopes and its expiry, and the stored profiles.",
  examples: ["whoami", "whoami --profile staging --json | jq -r .expiresAt"],
  options: apiOptions,
  input: z.object(targetInput),
  output: operatorSchema.extend({
    api: z.string(),
    profiles: z.array(z.object({ name: z.string(), api: z.string() })),
  }),
  run: async (host, target) => {
    const opened = openApi(host, target);
    const { data } = await opened.call((client) => client.api.admin.me.$get());
    const profiles = Object.entries(readProfiles(host.env)).map(([name, { api }]) => ({
      name,
      api,
    }));
    return { ...data, api: opened.api, profiles };
  },
  text: ({ name, api, scopes, expiresAt, profiles }) =>
    formatFacts([
      ["api", api],
      ["operator", name],
      ["may", summarizeScopes(scopes)],
      ["expires", expiresAt === null ? "never" : `${formatMoment(expiresAt)} UTC`],
      ["profiles", profiles.map((each) => `${each.name} (${each.api})`).join(", ") || "none"],
    ]),
});
