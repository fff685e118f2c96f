import type { Noun } from "../../define-command";
import { defaultRulesCommand } from "./default-rules";
import { clearLinkCommand, confirmLinkCommand, listFindingsCommand } from "./links/findings";
import { listLinksCommand } from "./links/list";
import { showLinkCommand } from "./links/show";
import { disableLinkCommand, enableLinkCommand } from "./links/stop";
import { listSuspectsCommand } from "./links/suspects";
import { listCampaignsCommand } from "./list";
import { confirmReportCommand, dismissReportCommand, reopenReportCommand } from "./reports/decide";
import { listReportsCommand } from "./reports/list";
import { showReportCommand } from "./reports/show";
import { approveReviewCommand, rejectReviewCommand } from "./reviews/decide";
import { listReviewsCommand } from "./reviews/list";
import { showCampaignCommand } from "./show";
import {
  disableCampaignCommand,
  pauseCampaignCommand,
  removeCoverCommand,
  restoreCampaignCommand,
  resumeCampaignCommand,
} from "./stop";

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, show, stop, restart and review creators' links",
    commands: [
      listLinksCommand,
      showLinkCommand,
      listSuspectsCommand,
      disableLinkCommand,
      enableLinkCommand,
      listFindingsCommand,
      clearLinkCommand,
      confirmLinkCommand,
    ],
  },
  {
    name: "reviews",
    summary: "decide which campaigns become live",
    commands: [listReviewsCommand, approveReviewCommand, rejectReviewCommand],
  },
  {
    name: "reports",
    summary: "decide about addresses that visitors reported",
    commands: [
      listReportsCommand,
      showReportCommand,
      confirmReportCommand,
      dismissReportCommand,
      reopenReportCommand,
    ],
  },
  {
    name: "campaigns",
    summary: "list, pause and disable campaigns",
    commands: [
      listCampaignsCommand,
      showCampaignCommand,
      pauseCampaignCommand,
      resumeCampaignCommand,
      disableCampaignCommand,
      restoreCampaignCommand,
      removeCoverCommand,
      defaultRulesCommand,
    ],
  },
];
