import { createMemoryHistory } from "@tanstack/react-router";
import { configure, render } from "@testing-library/react";
import { vi } from "vitest";
import { AppRoot } from "../app-root";
import { createApp } from "../create-app";

/** A busy machine takes its time over a whole app. */
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

/** happy-dom shows popovers, but cannot hide them. */
HTMLElement.prototype.hidePopover ??= () => undefined;

/** Opens the whole app at an address, as a browser would. */
export function openApp(address: string) {
  const app = createApp(createMemoryHistory({ initialEntries: [address] }));
  void app.checkStoredToken();
  render(<AppRoot app={app} />);
  return { app, path: () => app.router.state.location.href };
}
