import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/.data/**", "**/.tsc/**", "**/dist/**"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...exclude, "**/*.pg.test.ts", "**/*.redis.test.ts", "web/**/*.tsx", "e2e/**"],
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
    ],
  },
});
