import type { Noun } from "../../define-command";
import { defaultRulesCommand } from "./default-rules";
import { listLinksCommand } from "./links/list";
import { disableLinkCommand, enableLinkCommand } from "./links/stop";
import { listCampaignsCommand } from "./list";
import { showCampaignCommand } from "./show";
import {
  disableCampaignCommand,
  pauseCampaignCommand,
  restoreCampaignCommand,
  resumeCampaignCommand,
} from "./stop";

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, stop and restart creators' links",
    commands: [listLinksCommand, disableLinkCommand, enableLinkCommand],
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
      defaultRulesCommand,
    ],
  },
];
