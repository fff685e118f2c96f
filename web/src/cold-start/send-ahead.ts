import { sendAhead } from "./request-ahead";

sendAhead(window.location);
