import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/.data/**", "**/.tsc/**", "**/dist/**"];

export default defineConfig({
  test: {
    // The counts are the last lines.
    experimental: { diagnostics: false },
    projects: [
      {
        test: {
          name: "unit",
          testTimeout: 20_000,
          include: ["**/*.test.{ts,tsx}"],
          exclude: [
            ...exclude,
            "**/*.pg.test.ts",
            "**/*.redis.test.ts",
            "web/**/*.test.tsx",
            "e2e/**",
          ],
        },
      },
      {
        test: {
          name: "pg",
          include: ["**/*.pg.test.ts"],
          exclude,
          globalSetup: ["dev/setup/postgres.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "redis",
          include: ["**/*.redis.test.ts"],
          exclude,
          globalSetup: ["dev/setup/postgres.ts", "dev/setup/redis.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        root: "web",
        test: {
          name: "web",
          include: ["**/*.test.tsx"],
          exclude,
          environment: "happy-dom",
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: [...exclude, "**/*.pg.test.ts"],
          globalSetup: ["dev/setup/chromium.ts"],
          // After all others, and alone: what it waits for is real time.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
