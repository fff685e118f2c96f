import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { ApiError } from "../api/answer";
import { AppRoot } from "../app-root";
import type { App } from "../create-app";
import { UncheckedSession } from "../session/session";

export function renderApp(app: App, element: Element): Root {
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
  if (error instanceof ApiError || error instanceof UncheckedSession) return;
  reportError(error);
}
