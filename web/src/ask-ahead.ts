import { askAhead } from "./api/ahead";

askAhead(window.location);
