import type { Noun } from "../../define-command";
import { listCreatorsCommand } from "./creators/list";
import { revokeCreatorCommand, verifyCreatorCommand } from "./creators/verify";
import { listUsersCommand } from "./users/list";
import { resetLinkCommand } from "./users/reset-link";
import { setBirthCommand } from "./users/set-birth";
import { showUserCommand } from "./users/show";
import { pardonDisputesCommand, restoreUserCommand, suspendUserCommand } from "./users/suspend";

export const accountsNouns: readonly Noun[] = [
  {
    name: "users",
    summary: "list and suspend users",
    commands: [
      listUsersCommand,
      showUserCommand,
      suspendUserCommand,
      restoreUserCommand,
      pardonDisputesCommand,
      resetLinkCommand,
      setBirthCommand,
    ],
  },
  {
    name: "creators",
    summary: "list and verify creators' channels",
    commands: [listCreatorsCommand, verifyCreatorCommand, revokeCreatorCommand],
  },
];
