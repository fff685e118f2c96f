import { z } from "zod";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

const channel = z.object({ channel: z.string() });
const openProfile = () => ({ label: t`Open profile`, path: "/app/profile" });

export const channelVerified = defineNotice({
  kind: "channel.verified",
  topic: "account",
  event: () => t`An operator confirmed your channel`,
  recipients: () => t`the channel's creator`,
  mail: "optional",
  schema: channel,
  text: ({ channel }) => ({
    title: t`${channel} is verified`,
    paragraphs: [t`Developers see the mark beside your name.`],
    action: openProfile(),
  }),
});

export const channelLost = defineNotice({
  kind: "channel.lost",
  topic: "account",
  event: () => t`A channel is no longer verified`,
  recipients: () => t`the channel's creator`,
  mail: "always",
  schema: channel,
  text: ({ channel }) => ({
    title: t`${channel} is no longer verified`,
    paragraphs: [
      t`Another account has proved with a new code that it controls this channel now. If that was not you, look at who can sign in to the channel.`,
      t`You keep the campaigns that you have joined.`,
    ],
    action: openProfile(),
  }),
});

export const channelRevoked = defineNotice({
  kind: "channel.revoked",
  topic: "account",
  event: () => t`An operator took the mark of your channel away`,
  recipients: () => t`the channel's creator`,
  mail: "always",
  schema: channel.extend({ reason: z.string() }),
  text: ({ channel, reason }) => ({
    title: t`${channel} is no longer verified`,
    paragraphs: [t`Reason: ${reason}`, t`Only Fairclick can verify this channel again.`],
    action: openProfile(),
  }),
});
