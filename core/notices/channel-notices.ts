import { z } from "zod";
import { defineNotice } from "./define-notice";

const channel = z.object({ channel: z.string() });
const openProfile = { label: "Open profile", path: "/app/profile" };

export const channelVerified = defineNotice({
  kind: "channel.verified",
  topic: "account",
  event: "An operator confirmed your channel",
  recipients: "the channel's creator",
  mail: "optional",
  schema: channel,
  text: ({ channel }) => ({
    title: `${channel} is verified`,
    paragraphs: ["Developers see the mark beside your name."],
    action: openProfile,
  }),
});

export const channelCodeMissing = defineNotice({
  kind: "channel.code_missing",
  topic: "account",
  event: "The code of a verified channel is missing",
  recipients: "the channel's creator",
  mail: "always",
  schema: channel.extend({ code: z.string(), until: z.iso.datetime() }),
  text: ({ channel, code, until }) => ({
    title: `The code is missing from ${channel}`,
    paragraphs: [
      `Put ${code} back into its description before ${until.slice(0, 10)}. If the code is still missing then, the channel is no longer verified.`,
    ],
    action: openProfile,
  }),
});

const reasons = {
  missing: "Its code was missing at two checks two weeks apart, or the page could not be read.",
  taken_over:
    "Another account has proved with a new code that it controls this channel now. If that was not you, look at who can sign in to the channel.",
};

export const channelLost = defineNotice({
  kind: "channel.lost",
  topic: "account",
  event: "A channel is no longer verified",
  recipients: "the channel's creator",
  mail: "always",
  schema: channel.extend({ why: z.enum(["missing", "taken_over"]) }),
  text: ({ channel, why }) => ({
    title: `${channel} is no longer verified`,
    paragraphs: [reasons[why], "You keep the campaigns that you have joined."],
    action: openProfile,
  }),
});

export const channelRevoked = defineNotice({
  kind: "channel.revoked",
  topic: "account",
  event: "An operator took the mark of your channel away",
  recipients: "the channel's creator",
  mail: "always",
  schema: channel.extend({ reason: z.string() }),
  text: ({ channel, reason }) => ({
    title: `${channel} is no longer verified`,
    paragraphs: [`Reason: ${reason}`, "Only Fairclick can verify this channel again."],
    action: openProfile,
  }),
});
