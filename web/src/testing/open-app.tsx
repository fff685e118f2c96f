import { createMemoryHistory, type HistoryState } from "@tanstack/react-router";
import { configure, render } from "@testing-library/react";
import { vi } from "vitest";
import { AppRoot } from "../app-root";
import { createApp } from "../create-app";

/** The whole app renders slowly on a busy machine. */
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

/** happy-dom does not implement `hidePopover`. */
HTMLElement.prototype.hidePopover ??= () => undefined;

/** Opens the app at an address, with a state of its entry in the history. */
export function openApp(address: string, state?: HistoryState) {
  const history = createMemoryHistory({ initialEntries: [address] });
  if (state) history.replace(address, state);
  const app = createApp(history);
  void app.checkStoredToken();
  render(<AppRoot app={app} />);
  return { app, path: () => app.router.state.location.href };
}
