import { drawApp } from "./cold-start/draw-app";
import { createApp } from "./create-app";
import "./styles/app.css";

const app = createApp();
void app.checkStoredToken();

const root = document.getElementById("root");
if (root) void drawApp(app, root);
