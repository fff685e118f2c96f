import type { Noun } from "../../define-command";
import { decideCampaignCommand } from "./decide";
import { defaultRulesCommand } from "./default-rules";
import { decideLinkCommand } from "./links/decide";
import { decideFindingCommand, listFindingsCommand } from "./links/findings";
import { listLinksCommand } from "./links/list";
import { showLinkCommand } from "./links/show";
import { listSuspectsCommand } from "./links/suspects";
import { listCampaignsCommand } from "./list";
import { decideReportCommand } from "./reports/decide";
import { listReportsCommand } from "./reports/list";
import { showReportCommand } from "./reports/show";
import { decideReviewCommand } from "./reviews/decide";
import { listReviewsCommand } from "./reviews/list";
import { showCampaignCommand } from "./show";

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, show, compare, disable and enable creators' links",
    commands: [listLinksCommand, showLinkCommand, listSuspectsCommand, decideLinkCommand],
  },
  {
    name: "findings",
    summary: "decide about links whose traffic looks like a farm's",
    commands: [listFindingsCommand, decideFindingCommand],
  },
  {
    name: "reviews",
    summary: "decide which campaigns become live",
    commands: [listReviewsCommand, decideReviewCommand],
  },
  {
    name: "reports",
    summary: "decide about addresses that visitors reported",
    commands: [listReportsCommand, showReportCommand, decideReportCommand],
  },
  {
    name: "campaigns",
    summary: "list, pause and disable campaigns",
    commands: [
      listCampaignsCommand,
      showCampaignCommand,
      decideCampaignCommand,
      defaultRulesCommand,
    ],
  },
];
