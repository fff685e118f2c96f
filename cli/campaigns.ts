import { campaigns } from "@fairclick/core/campaigns/operated";
import { links } from "@fairclick/core/clicks/operated-links";
import type { Noun } from "./frame/command";
import { decideCommand, listCommand, showCommand } from "./frame/resource";
import { decideLinkCommand, listSuspectsCommand, showLinkCommand } from "./links";

export const campaignsNouns: readonly Noun[] = [
  {
    name: "links",
    summary: "list, show, compare, disable and enable creators' links",
    commands: [listCommand(links), showLinkCommand, listSuspectsCommand, decideLinkCommand],
  },
  {
    name: "campaigns",
    summary: "list, pause and disable campaigns",
    commands: [listCommand(campaigns), showCommand(campaigns), decideCommand(campaigns)],
  },
];
