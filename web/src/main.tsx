import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { AppRoot } from "./app-root";
import { createApp } from "./create-app";
import "./styles/app.css";

const app = createApp();
void app.checkStoredToken();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <AppRoot app={app} />
    </StrictMode>,
  );
}
