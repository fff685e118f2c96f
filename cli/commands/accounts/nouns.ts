import type { Noun } from "../../define-command";
import { listCreatorsCommand } from "./creators/list";
import { revokeCreatorCommand, verifyCreatorCommand } from "./creators/verify";
import { finishRecoveryCommand } from "./users/finish-recovery";
import { listUsersCommand } from "./users/list";
import { listRecoveriesCommand } from "./users/list-recoveries";
import { cancelRecoveryCommand, recoverCommand } from "./users/recover";
import { relatedUsersCommand } from "./users/related";
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
      relatedUsersCommand,
      suspendUserCommand,
      restoreUserCommand,
      pardonDisputesCommand,
      resetLinkCommand,
      setBirthCommand,
      recoverCommand,
      listRecoveriesCommand,
      cancelRecoveryCommand,
      finishRecoveryCommand,
    ],
  },
  {
    name: "creators",
    summary: "list and verify creators' channels",
    commands: [listCreatorsCommand, verifyCreatorCommand, revokeCreatorCommand],
  },
];
