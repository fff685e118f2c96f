import type { Noun } from "../../define-command";
import { releaseMailCommand, suppressMailCommand } from "./mail/change";
import { listMailCommand } from "./mail/list";
import { listNoticesCommand } from "./notices/list";
import { readNoticesCommand } from "./notices/read";

export const noticesNouns: readonly Noun[] = [
  {
    name: "notices",
    summary: "see what waits too long or is wrong",
    commands: [listNoticesCommand, readNoticesCommand],
  },
  {
    name: "mail",
    summary: "see mails that could not be sent, stop mails to an address",
    commands: [listMailCommand, suppressMailCommand, releaseMailCommand],
  },
];
