import { createApp } from "./create-app";
import { drawApp } from "./draw-app";
import "./styles/app.css";

const app = createApp();
void app.checkStoredToken();

const root = document.getElementById("root");
if (root) void drawApp(app, root);
