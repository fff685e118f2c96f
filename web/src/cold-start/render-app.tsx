import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { options } from "preact";
import { createRoot, type Root } from "react-dom/client";
import type { App } from "../create-app";

export function renderApp(app: App, element: Element): Root {
  renderInTurns();
  const root = createRoot(element);
  root.render(<AppRoot app={app} />);
  return root;
}

/**
 * Lets the browser run between two renders. Preact renders a part that waits again once its answer is there,
 * in microtasks; if the part learns of it by an effect, which never gets a turn, the page would hang.
 */
export function renderInTurns(): void {
  const { port1, port2 } = new MessageChannel();
  options.debounceRendering = (render) => {
    port1.onmessage = render;
    port2.postMessage(null);
  };
}

export function AppRoot({ app }: { app: App }) {
  return (
    <QueryClientProvider client={app.queryClient}>
      <RouterProvider router={app.router} />
    </QueryClientProvider>
  );
}
