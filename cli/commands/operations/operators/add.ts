import { operatorScopes } from "@fairclick/core/operations/scopes";
import type { Command } from "commander";
import { z } from "zod";
import { withLocalSettings } from "../../../connection/local-stack";
import { defineCommand } from "../../../define-command";

export const addOperatorCommand = defineCommand({
  usage: "add <name>",
  summary: "add an operator, or another token for one",
  about:
    "Adds an operator and prints a token. The token is shown only once, because only its hash is stored. If the name already exists, the operator gets another token; --replace revokes the earlier ones. Needs direct access with DATABASE_OWNER_URL (default DATABASE_URL).",
  examples: [
    "operators add ann --scope ledger:read",
    "operators add ann --scope ledger:read --replace",
  ],
  options: addOptions,
  input: z.object({ name: z.string(), scope: z.array(z.string()), replace: z.boolean() }),
  output: z.object({
    name: z.string(),
    scopes: z.array(z.string()),
    token: z.string(),
    isNew: z.boolean(),
    revokedTokens: z.int(),
  }),
  run: async (host, { name, scope: scopes, replace }) => {
    const { readConfig, addOperator, connectAsOwner } = await loadDatabase();
    const db = connectAsOwner(readConfig(withLocalSettings(host.env)).ownerUrl);
    try {
      const ctx = { db, now: () => new Date() };
      const { token, isNew, revokedTokens } = await addOperator(ctx, { name, scopes, replace });
      return { name, scopes, token, isNew, revokedTokens };
    } finally {
      await db.end();
    }
  },
  text: ({ name, scopes, token, isNew, revokedTokens }, paint) =>
    [
      `${isNew ? `${name} is now an operator` : `${name} has another token`}. Scopes: ${scopes.join(", ")}.`,
      ...(revokedTokens > 0 ? [`Earlier tokens revoked: ${revokedTokens}.`] : []),
      "",
      `  ${paint.strong(token)}`,
      "",
      paint.faint(
        "The token is shown only once. Use it with `fairclick login`, or as FAIRCLICK_TOKEN.",
      ),
    ].join("\n"),
});

/** Loaded when the command runs, for the start-up time of the others. */
async function loadDatabase() {
  const [{ readConfig }, { addOperator }, { connectAsOwner }] = await Promise.all([
    import("@fairclick/services/config"),
    import("@fairclick/services/operations/operators/add-operator"),
    import("@fairclick/sql/db/client"),
  ]);
  return { readConfig, addOperator, connectAsOwner };
}

function addOptions(command: Command): Command {
  const known = Object.entries(operatorScopes).map(([scope, may]) => `${scope} (${may})`);
  return command
    .requiredOption(
      "--scope <scope>",
      `a scope of the token; repeat the option for several: ${known.join(", ")}`,
      (scope: string, before: string[] = []) => [...before, scope],
    )
    .option("--replace", "revoke the operator's earlier tokens", false);
}
