import { awaitServer } from "./api/await-server";
import { keepPageWithoutCode } from "./cold-start/keep-page";
import { renderApp } from "./cold-start/render-app";
import { createApp } from "./create-app";
import "./styles/app.css";

keepPageWithoutCode();
const app = createApp();
awaitServer(app.refresh);
void app.checkStoredToken();

const root = document.getElementById("root");
if (root) renderApp(app, root);
