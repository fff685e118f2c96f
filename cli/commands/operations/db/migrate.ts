import { readConfig } from "@fairclick/services/config";
import { migrateAll } from "@fairclick/services/migrate-all";
import { admitLogin } from "@fairclick/sql/db/admit-login";
import { z } from "zod";
import { withLocalSettings } from "../../../connection/local-stack";
import { defineCommand } from "../../../define-command";
import { whileWorking } from "../../../output/while-working";

export const migrateDatabase = defineCommand({
  usage: "migrate",
  summary: "bring the database up to date",
  about:
    "Applies the migrations that the database does not have yet, the queue's own included, and lets the login of DATABASE_URL act as the application. Safe to run again, and from several machines at once. Needs direct access with DATABASE_OWNER_URL (default DATABASE_URL).",
  examples: ["db migrate", "db migrate --json"],
  input: z.object({}),
  output: z.object({
    applied: z.array(z.string()),
    login: z.string(),
    admitted: z.boolean(),
  }),
  run: async (host) => {
    const { databaseUrl, ownerUrl } = readConfig(withLocalSettings(host.env));
    const login = decodeURIComponent(new URL(databaseUrl).username);
    const applied = await whileWorking(host, "Migrating the database", migrateAll(ownerUrl));
    return { applied, login, admitted: await admitLogin(ownerUrl, login) };
  },
  text: ({ applied, login, admitted }, paint) =>
    [
      ...applied.map((name) => `${paint.good("applied")}  ${name}`),
      ...(admitted ? [`${paint.good("granted")}  the application's rights to ${login}`] : []),
      applied.length === 0 ? "The database was up to date." : "The database is up to date.",
    ].join("\n"),
});
