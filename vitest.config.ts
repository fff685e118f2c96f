import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/.data/**", "**/.tsc/**", "**/dist/**"];

/** These share one stack and one browser. */
const sharing = [
  "e2e/spec/**/*.test.ts",
  "e2e/account.test.ts",
  "e2e/heard-journeys.test.ts",
  "e2e/keyboard-journeys.test.ts",
  "e2e/language.test.ts",
];

/** Generous, so that no test fails because the machine is busy. No test waits for less on its own. */
const patient = {
  expect: { poll: { timeout: 60_000 } },
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

export default defineConfig({
  test: {
    // The counts are the last lines.
    experimental: { diagnostics: false },
    // One more than there are cores: a test with a database waits half of its time. With two more,
    // tests that hold the product to a time would wait for a core.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: "unit",
          ...patient,
          isolate: false,
          include: ["**/*.test.{ts,tsx}"],
          exclude: [
            ...exclude,
            "**/*.pg.test.ts",
            "**/*.{redis,clickhouse}.test.ts",
            "web/src/**",
            "e2e/**",
          ],
        },
      },
      {
        test: {
          name: "pg",
          ...patient,
          isolate: false,
          include: ["**/*.pg.test.ts"],
          exclude,
          globalSetup: ["dev/setup/postgres.ts"],
          setupFiles: ["dev/setup/cheap-passwords.ts"],
        },
      },
      {
        test: {
          name: "redis",
          ...patient,
          isolate: false,
          include: ["**/*.redis.test.ts"],
          exclude,
          globalSetup: ["dev/setup/postgres.ts", "dev/setup/redis.ts"],
          setupFiles: ["dev/setup/cheap-passwords.ts"],
        },
      },
      {
        test: {
          name: "clickhouse",
          ...patient,
          isolate: false,
          include: ["**/*.clickhouse.test.ts"],
          exclude,
          globalSetup: ["dev/setup/postgres.ts", "dev/setup/clickhouse.ts"],
          setupFiles: ["dev/setup/cheap-passwords.ts"],
        },
      },
      {
        root: "web",
        test: {
          name: "web",
          ...patient,
          isolate: false,
          setupFiles: [join(import.meta.dirname, "web/src/testing/clean-page.ts")],
          include: ["src/**/*.test.{ts,tsx}"],
          exclude,
          environment: "happy-dom",
        },
      },
      {
        test: {
          name: "spec",
          ...patient,
          include: sharing,
          exclude,
          globalSetup: [
            "dev/setup/chromium.ts",
            "dev/setup/web-app.ts",
            "e2e/setup/shared-stack.ts",
          ],
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "e2e",
          ...patient,
          include: ["e2e/**/*.test.ts"],
          exclude: [...exclude, "**/*.{pg,redis,clickhouse}.test.ts", ...sharing],
          globalSetup: ["dev/setup/chromium.ts", "dev/setup/web-app.ts"],
          sequence: { groupOrder: 1 },
          // Each file starts a stack of its own.
          maxWorkers: 2,
        },
      },
    ],
  },
});
