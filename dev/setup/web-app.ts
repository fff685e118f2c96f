import { buildWebApp } from "../stack/web-build";

/**
 * Builds the web app once before the tests, because concurrently started stacks would each build
 * it.
 */
export default async function setup(): Promise<void> {
  await buildWebApp();
}
