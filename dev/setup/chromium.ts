import type { TestProject } from "vitest/node";
import { chromium, findBrowser } from "./find-program";

declare module "vitest" {
  interface ProvidedContext {
    chromium: { executablePath: string };
  }
}

/** Provides the browser of `CHROMIUM_PATH`, or one that is installed. Throws if there is none. */
export default function setup(project: TestProject): void {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error(`The browser's tests need one. ${chromium.advice}`);
  project.provide("chromium", { executablePath });
}
