import { defineConfig } from "vitest/config";

const exclude = ["**/node_modules/**", "**/.data/**", "**/.tsc/**", "**/dist/**"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...exclude, "**/*.pg.test.ts", "**/*.redis.test.ts", "web/**", "e2e/**", "cli/**/*.tsx"],
        },
      },
    ],
  },
});
