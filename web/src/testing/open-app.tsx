import { createMemoryHistory, type HistoryState } from "@tanstack/react-router";
import { fireEvent, render, screen } from "@testing-library/preact";
import { onTestFinished } from "vitest";
import { AppRoot } from "../cold-start/render-app";
import { createApp } from "../create-app";

/** happy-dom does not implement `hidePopover`. */
HTMLElement.prototype.hidePopover ??= () => undefined;

/** Opens the app at an address, with a state of its entry in the history. Retries do not wait. */
export function openApp(address: string, state?: HistoryState) {
  const history = createMemoryHistory({ initialEntries: [address] });
  if (state) history.replace(address, state);
  const app = createApp(history);
  const { queries } = app.queryClient.getDefaultOptions();
  app.queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 1 } });
  // The router shows a spinner after a pause, which can end when there is no window any more.
  onTestFinished(() => {
    app.router.startTransition = async () => false;
    app.router.subscribers.clear();
    // What failed is not asked for again in the next test.
    void app.queryClient.cancelQueries();
  });
  void app.checkStoredToken();
  render(<AppRoot app={app} />);
  return { app, path: () => app.router.state.location.href };
}

/** Opens the `details` with this summary: happy-dom does not by a click. */
export async function openFold(title: string): Promise<void> {
  const summary = await screen.findByText(title, { selector: "summary" });
  const details = summary.closest("details");
  if (!details) throw new Error(`${title} is not folded`);
  details.open = true;
  fireEvent(details, new Event("toggle"));
}
