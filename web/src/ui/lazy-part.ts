import { type ComponentType, lazy } from "react";

/** Returns a component whose code loads when it is first shown. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }));
}
