import type { Noun } from "../../define-command";
import { releaseMailCommand, suppressMailCommand } from "./mail/change";
import { listMailCommand } from "./mail/list";

export const noticesNouns: readonly Noun[] = [
  {
    name: "mail",
    summary: "see mails that could not be sent, stop mails to an address",
    commands: [listMailCommand, suppressMailCommand, releaseMailCommand],
  },
];
