import { z } from "zod";
import { reportReasonLabel, reportReasons } from "../campaigns/report-reasons";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

export const linkReported = defineNotice({
  kind: "link.reported",
  topic: "operations",
  event: () => "A visitor reported a link",
  recipients: () => "the operators",
  mail: "optional",
  schema: z.object({
    id: z.string(),
    address: z.string(),
    campaign: z.string(),
    reason: z.enum(reportReasons),
  }),
  text: ({ id, address, campaign, reason }) => ({
    title: `A link of ${campaign} was reported: ${reportReasonLabel(reason).toLowerCase()}`,
    paragraphs: [
      `It leads to ${address}. Further reports of this address bring no further message until it is decided.`,
      `fairclick reports show ${id}`,
    ],
    action: null,
  }),
});

const campaign = z.object({ campaignId: z.string(), name: z.string() });
const openCampaign = (id: string) => ({ label: t`Open campaign`, path: `/app/campaigns/${id}` });

export const campaignBlocked = defineNotice({
  kind: "campaign.blocked",
  topic: "campaigns",
  event: () => t`Reports of a campaign's address were confirmed`,
  recipients: () => t`the campaign's developer`,
  mail: "always",
  webhook: true,
  schema: campaign.extend({ reason: z.string(), reportId: z.string() }),
  text: ({ campaignId, name, reason, reportId }) => ({
    title: t`Visitors of ${name} see a warning`,
    paragraphs: [
      t`Visitors reported the address of its game, and we confirmed the report. Reason: ${reason}`,
      t`Its links no longer lead there, its clicks are not paid, and creators cannot join. You can end the campaign: what is left of its budget then returns to your wallet.`,
      t`If this is a mistake, or the page is clean again, ask support to look at it once more. Name the report ${reportId}.`,
    ],
    action: openCampaign(campaignId),
  }),
});

export const campaignUnblocked = defineNotice({
  kind: "campaign.unblocked",
  topic: "campaigns",
  event: () => t`The warning before a campaign's address was lifted`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: t`Visitors of ${name} no longer see a warning`,
    paragraphs: [t`Its links lead to the game again. The campaign's page shows its state.`],
    action: openCampaign(campaignId),
  }),
});
