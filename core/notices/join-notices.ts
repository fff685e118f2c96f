import { z } from "zod";
import { defineNotice } from "./define-notice";

const campaign = z.object({ campaignId: z.string(), name: z.string() });

export const joinRequested = defineNotice({
  kind: "join.requested",
  topic: "campaigns",
  event: "A creator wants to join a campaign",
  recipients: "the campaign's developer",
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ creator: z.string() }),
  text: ({ campaignId, name, creator }) => ({
    title: `${creator} wants to join ${name}`,
    paragraphs: ["The request is on the campaign's page, where you accept or refuse it."],
    action: { label: "Open campaign", path: `/app/campaigns/${campaignId}` },
  }),
});

export const joinAccepted = defineNotice({
  kind: "join.accepted",
  topic: "campaigns",
  event: "Your request to join was accepted",
  recipients: "the creator",
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: `You have joined ${name}`,
    paragraphs: ["The developer accepted your request. Your link works now."],
    action: { label: "Open link", path: `/app/links/${campaignId}` },
  }),
});

export const joinRefused = defineNotice({
  kind: "join.refused",
  topic: "campaigns",
  event: "Your request to join was refused",
  recipients: "the creator",
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ reason: z.string() }),
  text: ({ name, reason }) => ({
    title: `Your request to join ${name} was refused`,
    paragraphs: [`Reason: ${reason}`],
    action: { label: "Find a campaign", path: "/app/creator-hub" },
  }),
});
