import { z } from "zod";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

const campaign = z.object({ campaignId: z.string(), name: z.string() });

export const joinRequested = defineNotice({
  kind: "join.requested",
  topic: "campaigns",
  event: () => t`A creator wants to join a campaign`,
  recipients: () => t`the campaign's developer`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ creator: z.string() }),
  text: ({ campaignId, name, creator }) => ({
    title: t`${creator} wants to join ${name}`,
    paragraphs: [t`The request is on the campaign's page, where you accept or refuse it.`],
    action: { label: t`Open campaign`, path: `/app/campaigns/${campaignId}` },
  }),
});

export const joinAccepted = defineNotice({
  kind: "join.accepted",
  topic: "campaigns",
  event: () => t`Your request to join was accepted`,
  recipients: () => t`the creator`,
  mail: "optional",
  webhook: true,
  schema: campaign,
  text: ({ campaignId, name }) => ({
    title: t`You have joined ${name}`,
    paragraphs: [t`The developer accepted your request. Your link works now.`],
    action: { label: t`Open link`, path: `/app/links/${campaignId}` },
  }),
});

export const joinRefused = defineNotice({
  kind: "join.refused",
  topic: "campaigns",
  event: () => t`Your request to join was refused`,
  recipients: () => t`the creator`,
  mail: "optional",
  webhook: true,
  schema: campaign.extend({ reason: z.string() }),
  text: ({ name, reason }) => ({
    title: t`Your request to join ${name} was refused`,
    paragraphs: [t`Reason: ${reason}`],
    action: { label: t`Find a campaign`, path: "/app/creator-hub" },
  }),
});
