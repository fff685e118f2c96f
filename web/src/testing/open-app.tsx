import { createMemoryHistory } from "@tanstack/react-router";
import { configure, render } from "@testing-library/react";
import { vi } from "vitest";
import { AppRoot } from "../app-root";
import { createApp } from "../create-app";

/** The whole app renders slowly on a busy machine. */
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

/** happy-dom does not implement `hidePopover`. */
HTMLElement.prototype.hidePopover ??= () => undefined;

/** Opens the app at an address. */
export function openApp(address: string) {
  const app = createApp(createMemoryHistory({ initialEntries: [address] }));
  void app.checkStoredToken();
  render(<AppRoot app={app} />);
  return { app, path: () => app.router.state.location.href };
}
