import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** A real Redis or Valkey, set up as a production one: `appendonly yes`, `noeviction`. */
    redis: { url: string };
  }
}

/** It may be shared with other test files: keep to keys of your own. */
export function testRedisUrl(): string {
  return inject("redis").url;
}
