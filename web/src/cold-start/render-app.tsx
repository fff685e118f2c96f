import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { AppRoot } from "../app-root";
import type { App } from "../create-app";

/** As long as the router itself waits before it shows its spinner. */
const SOON_MS = 150;

/**
 * Draws the first page once, as it is when it has loaded; one that takes longer begins with its
 * spinner.
 */
export async function renderApp(app: App, element: Element): Promise<Root> {
  await Promise.race([app.router.load(), new Promise((done) => setTimeout(done, SOON_MS))]);
  const root = createRoot(element);
  root.render(
    <StrictMode>
      <AppRoot app={app} />
    </StrictMode>,
  );
  return root;
}
