import type { Noun } from "../../define-command";
import { acceptAppeal, declineAppeal } from "./appeals/answer";
import { listAppealsCommand } from "./appeals/list";
import { approveClicks, holdClicks, rejectClicks, reverseClicks } from "./decide";
import { exportClicks } from "./export/export";
import { listClicks } from "./list";
import { answerObjectionCommand } from "./objections/answer";
import { listObjectionsCommand } from "./objections/list";
import { showObjectionCommand } from "./objections/show";
import { applyPolicyCommand } from "./policy/apply";
import { diffPolicy } from "./policy/diff";
import { editPolicy } from "./policy/edit";
import { listPoliciesCommand } from "./policy/list";
import { replayPolicy } from "./policy/replay";
import { rollBackPolicyCommand } from "./policy/rollback";
import { showPolicy } from "./policy/show";
import { showTrials } from "./policy/trial";
import { showClick } from "./show";
import { verifyStats } from "./stats/verify";
import { topClicksCommand } from "./top";

export const clicksNouns: readonly Noun[] = [
  {
    name: "clicks",
    summary: "list clicks, explain and decide their verdicts",
    commands: [
      listClicks,
      topClicksCommand,
      showClick,
      exportClicks,
      approveClicks,
      rejectClicks,
      reverseClicks,
      holdClicks,
    ],
  },
  {
    name: "appeals",
    summary: "answer creators' appeals against invalid clicks",
    commands: [listAppealsCommand, acceptAppeal, declineAppeal],
  },
  {
    name: "objections",
    summary: "answer developers' objections to paid clicks",
    commands: [listObjectionsCommand, showObjectionCommand, answerObjectionCommand],
  },
  {
    name: "policy",
    summary: "show, compare and change the rules that judge clicks",
    commands: [
      showPolicy,
      listPoliciesCommand,
      diffPolicy,
      editPolicy,
      applyPolicyCommand,
      rollBackPolicyCommand,
      replayPolicy,
      showTrials,
    ],
  },
  {
    name: "stats",
    summary: "check the statistics",
    commands: [verifyStats],
  },
];
