import { campaigns } from "@fairclick/core/campaigns/operated";
import { links } from "@fairclick/core/clicks/operated-links";
import type { Noun } from "./frame/command";
import { decideCommand, listCommand, showCommand } from "./frame/resource";
import {
  decideFindingCommand,
  decideLinkCommand,
  listFindingsCommand,
  listSuspectsCommand,
  showLinkCommand,
} from "./links";
import { decideReportCommand, listReportsCommand, showReportCommand } from "./reports";

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, show, compare, disable and enable creators' links",
    commands: [listCommand(links), showLinkCommand, listSuspectsCommand, decideLinkCommand],
  },
  {
    name: "findings",
    summary: "decide about links whose traffic looks like a farm's",
    commands: [listFindingsCommand, decideFindingCommand],
  },
  {
    name: "reports",
    summary: "decide about addresses that visitors reported",
    commands: [listReportsCommand, showReportCommand, decideReportCommand],
  },
  {
    name: "campaigns",
    summary: "list, pause and disable campaigns",
    commands: [listCommand(campaigns), showCommand(campaigns), decideCommand(campaigns)],
  },
];
