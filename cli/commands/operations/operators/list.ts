import { operatorTokenSchema } from "@fairclick/core/operations/operators";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatAge, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";
import { summarizeScopes } from "./summarize-scopes";

export const listOperatorsCommand = defineCommand({
  usage: "list",
  summary: "list the operators and their valid tokens",
  about:
    "Lists the operators' valid tokens by name: role, last use and expiry. A token is named by the first digits of its hash, which `operators revoke --token` takes. Needs a token with the scope operators:read.",
  examples: [
    "operators list",
    "operators list --json | jq -r 'select(.lastUsedAt == null) | .operator'",
  ],
  options: apiOptions,
  input: z.object(targetInput),
  output: z.array(operatorTokenSchema),
  run: async (host, target) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.operators.$get(),
    );
    return data;
  },
  text: (tokens) => {
    const now = new Date();
    const rows = tokens.map(({ operator, token, scopes, lastUsedAt, expiresAt }) => [
      operator,
      token,
      lastUsedAt === null ? "never" : `${formatAge(lastUsedAt, now)} ago`,
      expiresAt === null ? "never" : formatMoment(expiresAt),
      summarizeScopes(scopes),
    ]);
    return toTable(["operator", "token", "used", "expires", "may"], rows).join("\n");
  },
});
