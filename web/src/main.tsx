import { renderApp } from "./cold-start/render-app";
import { createApp } from "./create-app";
import "./styles/app.css";

const app = createApp();
void app.checkStoredToken();

const root = document.getElementById("root");
if (root) renderApp(app, root);
