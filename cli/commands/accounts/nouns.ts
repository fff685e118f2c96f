import type { Noun } from "../../define-command";
import { decideChannelCommand } from "./creators/decide";
import { listCreatorsCommand } from "./creators/list";
import { decideUserCommand } from "./users/decide";
import { finishRecoveryCommand } from "./users/finish-recovery";
import { listUsersCommand } from "./users/list";
import { listRecoveriesCommand } from "./users/list-recoveries";
import { relatedUsersCommand } from "./users/related";
import { resetLinkCommand } from "./users/reset-link";
import { setBirthCommand } from "./users/set-birth";
import { showUserCommand } from "./users/show";

export const accountsNouns: readonly Noun[] = [
  {
    name: "users",
    summary: "list and suspend users",
    commands: [
      listUsersCommand,
      showUserCommand,
      relatedUsersCommand,
      decideUserCommand,
      resetLinkCommand,
      setBirthCommand,
      listRecoveriesCommand,
      finishRecoveryCommand,
    ],
  },
  {
    name: "creators",
    summary: "list and verify creators' channels",
    commands: [listCreatorsCommand, decideChannelCommand],
  },
];
