import { z } from "zod";
import { changeInputSchema } from "../../operations/operator-change-schema";
import { onlySchema, userNameSchema } from "../../schemas/admin-lists";
import { listResponse, pageQuerySchema } from "../../schemas/page";
import { channelPlatforms, describeAccepted, parseChannel } from "./channel";

/** An address in any accepted form; the output is the channel. */
export const channelAddressSchema = z
  .string({ error: describeAccepted })
  .max(300, { error: describeAccepted })
  .transform((text, ctx) => {
    const channel = parseChannel(text);
    if (channel) return channel;
    ctx.addIssue({ code: "custom", message: describeAccepted() });
    return z.NEVER;
  });

export const newChannelSchema = z.object({ url: channelAddressSchema });

/** A verified channel, as developers see it. */
export const verifiedChannelSchema = z.object({
  platform: z.enum(channelPlatforms),
  name: z.string(),
  url: z.string(),
});
export type VerifiedChannel = z.infer<typeof verifiedChannelSchema>;

/** A channel, as its owner sees it. */
export const channelResponseSchema = verifiedChannelSchema.extend({
  _id: z.string(),
  /** What the description must hold. */
  code: z.string(),
  /** A link to Fairclick that holds the code. */
  linkBack: z.string(),
  verifiedAt: z.string().nullable(),
  verifiedBy: z.enum(["code", "operator"]).nullable(),
  /** An operator took the mark away. */
  revoked: z.boolean(),
  checkedAt: z.string().nullable(),
  problem: z.string().nullable(),
});
export type ChannelResponse = z.infer<typeof channelResponseSchema>;

export const channelsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(channelResponseSchema),
});

export const operatedChannelsQuerySchema = pageQuerySchema.extend({
  verified: onlySchema,
  user: userNameSchema.optional(),
});

/** A channel, as operators see it. */
export const operatedChannelSchema = verifiedChannelSchema.extend({
  id: z.string(),
  userId: z.string(),
  user: z.string(),
  code: z.string(),
  createdAt: z.iso.datetime(),
  verifiedAt: z.iso.datetime().nullable(),
  verifiedBy: z.enum(["code", "operator"]).nullable(),
  revokedAt: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
});
export type OperatedChannel = z.infer<typeof operatedChannelSchema>;

export const operatedChannelsResponseSchema = listResponse(operatedChannelSchema);

export const channelChangeSchema = changeInputSchema.extend({ channel: channelAddressSchema });
