import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { browserArguments, oneProcess } from "../browser";
import { removeDataDir, type StackAddress, startStack } from "../stack";

declare module "vitest" {
  interface ProvidedContext {
    shared: { stack: StackAddress; browserUrl: string };
  }
}

/** Starts one stack and one browser for all files that neither configure nor break them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { executablePath } = project.getProvidedContext().chromium;
  const stack = await startStack({ env: { TRUSTED_PROXIES: "127.0.0.0/8,::1/128" } });
  const browser = await chromium.launchServer({
    executablePath,
    args: [...browserArguments, ...oneProcess],
    host: "127.0.0.1",
  });
  const { appUrl, dataDir, ports } = stack;
  project.provide("shared", {
    stack: { appUrl, dataDir, ports },
    browserUrl: browser.wsEndpoint(),
  });
  return async () => {
    await browser.close();
    await stack.stop();
    removeDataDir(stack);
  };
}
