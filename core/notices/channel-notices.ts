import { z } from "zod";
import { t } from "../language/t";
import { defineNotice } from "./define-notice";

const channel = z.object({ channel: z.string() });
const channelChange = z.discriminatedUnion("change", [
  channel.extend({ change: z.literal("verified") }),
  channel.extend({ change: z.literal("revoked"), reason: z.string() }),
  /** Another account has proved that it controls the channel. */
  channel.extend({ change: z.literal("taken_over") }),
]);
type ChannelChange = z.output<typeof channelChange>;

export const channelChanged = defineNotice({
  kind: "channel.changed",
  topic: "account",
  event: () => t`A channel was verified by an operator, or is no longer verified`,
  recipients: () => t`the channel's creator`,
  mail: "always",
  schema: channelChange,
  text: (data) => ({
    title:
      data.change === "verified"
        ? t`${data.channel} is verified`
        : t`${data.channel} is no longer verified`,
    paragraphs: describeChange(data),
    action: { label: t`Open profile`, path: "/app/profile" },
  }),
});

function describeChange(data: ChannelChange): string[] {
  switch (data.change) {
    case "verified":
      return [t`Developers see the mark beside your name.`];
    case "revoked":
      return [t`Reason: ${data.reason}`, t`Only Fairclick can verify this channel again.`];
    case "taken_over":
      return [
        t`Another account has proved with a new code that it controls this channel now. If that was not you, look at who can sign in to the channel.`,
        t`You keep the campaigns that you have joined.`,
      ];
  }
}
