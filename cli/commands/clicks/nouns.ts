import type { Noun } from "../../define-command";
import { decideAppealCommand } from "./appeals/decide";
import { listAppealsCommand } from "./appeals/list";
import { decideClicks } from "./decide";
import { exportClicks } from "./export/export";
import { listClicks } from "./list";
import { decideObjectionCommand } from "./objections/decide";
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
    commands: [listClicks, topClicksCommand, showClick, exportClicks, decideClicks],
  },
  {
    name: "appeals",
    summary: "answer creators' appeals against invalid clicks",
    commands: [listAppealsCommand, decideAppealCommand],
  },
  {
    name: "objections",
    summary: "answer developers' objections to paid clicks",
    commands: [listObjectionsCommand, showObjectionCommand, decideObjectionCommand],
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
