import { z } from "zod";
import { reportReasonLabels, reportReasons } from "../campaigns/report-reasons";
import { defineNotice } from "./define-notice";

export const linkReported = defineNotice({
  kind: "link.reported",
  topic: "operations",
  event: "A visitor reported a link",
  recipients: "the operators",
  mail: "optional",
  schema: z.object({
    id: z.string(),
    address: z.string(),
    campaign: z.string(),
    reason: z.enum(reportReasons),
  }),
  text: ({ id, address, campaign, reason }) => ({
    title: `A link of ${campaign} was reported: ${reportReasonLabels[reason].toLowerCase()}`,
    paragraphs: [
      `It leads to ${address}. Further reports of this address bring no further message until it is decided.`,
      `fairclick reports show ${id}`,
    ],
    action: null,
  }),
});

const campaign = z.object({ campaignId: z.string(), name: z.string() });
const openCampaign = (id: string) => ({ label: "Open campaign", path: `/app/campaigns/${id}` });

export const campaignBlocked = defineNotice({
  kind: "campaign.blocked",
  topic: "campaigns",
  event: "Reports of a campaign's address were confirmed",
  recipients: "the campaign's developer",
  mail: "always",
  webhook: true,
  schema: campaign.extend({ reason: z.string(), reportId: z.string() }),
  text: ({ campaignId, name, reason, reportId }) => ({
    title: `Visitors of ${name} see a warning`,
    paragraphs: [
      `Visitors reported the address of its game, and we confirmed the report. Reason: ${reason}`,
      "Its links no longer lead there, its clicks are not paid, and creators cannot join. You can end the campaign: what is left of its budget then returns to your wallet.",
      `If this is a mistake, or the page is clean again, ask support to look at it once more. Name the report ${reportId}.`,
    ],
    action: openCampaign(campaignId),
  }),
});

export const campaignUnblocked = defineNotice({
  kind: "campaign.unblocked",
  topic: "campaigns",
  event: "The warning before a campaign's address was lifted",
  recipients: "the campaign's developer",
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: `Visitors of ${name} no longer see a warning`,
    paragraphs: ["Its links lead to the game again. The campaign's page shows its state."],
    action: openCampaign(campaignId),
  }),
});
