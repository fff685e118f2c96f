import { createRoot, type Root } from "react-dom/client";
import { AppRoot } from "../app-root";
import type { App } from "../create-app";

export function renderApp(app: App, element: Element): Root {
  const root = createRoot(element);
  root.render(<AppRoot app={app} />);
  return root;
}
