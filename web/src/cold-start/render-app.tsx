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
 * Renders before the next event, as Preact does, but after twenty renders each waits for the browser. A part that
 * waits is rendered again once its answer is there; if it learns of it by an effect, the page would hang.
 */
export function renderInTurns(): void {
  const { port1, port2 } = new MessageChannel();
  let renders = 0;
  let held: (() => void) | undefined;
  port1.onmessage = () => {
    if (held) held();
    else renders = 0;
    held = undefined;
  };
  options.debounceRendering = (render) => {
    renders += 1;
    if (renders < 20) queueMicrotask(render);
    else held = render;
    if (held || renders === 1) port2.postMessage(null);
  };
}

export function AppRoot({ app }: { app: App }) {
  return (
    <QueryClientProvider client={app.queryClient}>
      <RouterProvider router={app.router} />
    </QueryClientProvider>
  );
}
