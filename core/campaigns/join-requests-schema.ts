import { z } from "zod";
import { verifiedChannelSchema } from "../accounts/channels/channel-schema";
import { t } from "../language/t";
import { typedText } from "../schemas/typed-text";
import { creatorContentResponseSchema } from "./creator-content-schema";
import { joinRequestStates, MAX_REQUEST_TEXT } from "./join-rule";

export const newJoinRequestSchema = z.object({
  message: typedText({
    label: () => t`The message`,
    maxLength: MAX_REQUEST_TEXT,
    requiredMessage: () => t`Write the developer a few words`,
    isMultiline: true,
  }),
});

export const refuseJoinRequestSchema = z.object({
  reason: typedText({
    label: () => t`The reason`,
    maxLength: MAX_REQUEST_TEXT,
    requiredMessage: () => t`A reason is required`,
    isMultiline: true,
  }),
});

/** A creator's own request. */
export const ownJoinRequestSchema = z.object({
  campaignId: z.string(),
  campaign: z.string(),
  message: z.string(),
  state: z.enum(joinRequestStates),
  /** Why the developer refused. */
  answer: z.string().nullable(),
  requestedAt: z.string(),
});

export const ownJoinRequestsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(ownJoinRequestSchema),
});

/** A request as the campaign's developer sees it. */
export const joinRequestSchema = z.object({
  userId: z.string(),
  username: z.string(),
  channels: z.array(verifiedChannelSchema),
  /** What the creator says they make; nobody checks it. */
  content: creatorContentResponseSchema,
  message: z.string(),
  requestedAt: z.string(),
});
export type JoinRequestResponse = z.infer<typeof joinRequestSchema>;
