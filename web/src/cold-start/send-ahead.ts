import { askAhead } from "./request-ahead";

askAhead(window.location);
