import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { ApiError } from "../api/answer";
import { AppRoot } from "../app-root";
import type { App } from "../create-app";

/** Equals the router's `defaultPendingMs`. */
const SOON_MS = 150;

/**
 * Renders the first page once it has loaded, or its spinner if that takes longer.
 */
export async function renderApp(app: App, element: Element): Promise<Root> {
  await Promise.race([app.router.load(), new Promise((done) => setTimeout(done, SOON_MS))]);
  const root = createRoot(element, { onCaughtError: reportUnexpected });
  root.render(
    <StrictMode>
      <AppRoot app={app} />
    </StrictMode>,
  );
  return root;
}

/** A failed answer is shown where its data belongs; anything else that a page caught is a defect. */
function reportUnexpected(error: unknown): void {
  if (!(error instanceof ApiError)) reportError(error);
}
