import { buildWebApp } from "../stack/web-build";

/** Built once before the tests: stacks that start side by side would each build it. */
export default async function setup(): Promise<void> {
  await buildWebApp();
}
