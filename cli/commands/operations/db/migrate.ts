import { z } from "zod";
import { withLocalSettings } from "../../../connection/local-stack";
import { defineCommand } from "../../../define-command";
import { whileWorking } from "../../../output/while-working";

export const migrateDatabase = defineCommand({
  usage: "migrate",
  summary: "migrate the database",
  about:
    "Applies all pending migrations, including those of the queue, and grants the login of DATABASE_URL the application's rights. Safe to repeat, and to run on several machines at once. Needs direct access with DATABASE_OWNER_URL (default DATABASE_URL).",
  examples: ["db migrate", "db migrate --json"],
  input: z.object({}),
  output: z.object({
    applied: z.array(z.string()),
    login: z.string(),
    admitted: z.boolean(),
  }),
  run: async (host) => {
    const { readConfig, migrateAll, admitLogin } = await loadDatabase();
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

/** Loaded when the command runs, for the start-up time of the others. */
async function loadDatabase() {
  const [{ readConfig }, { migrateAll }, { admitLogin }] = await Promise.all([
    import("@fairclick/services/config"),
    import("@fairclick/services/migrate-all"),
    import("@fairclick/sql/db/migrate"),
  ]);
  return { readConfig, migrateAll, admitLogin };
}
