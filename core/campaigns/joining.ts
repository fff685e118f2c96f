import { z } from "zod";
import { verifiedChannelSchema } from "../accounts/channels";
import { creatorContentResponseSchema } from "../accounts/creator-content";
import { t } from "../language/t";
import { dataResponse, timeSchema } from "../schemas";
import { typedText } from "../texts";
import { type JoinRule, joinRequestStates, MAX_REQUEST_TEXT } from "./join-rule";

/** Returns what a campaign's rule means for a creator; null if everybody may join. */
export function describeJoinRule(rule: JoinRule): string | null {
  switch (rule) {
    case "everybody":
      return null;
    case "verified":
      return t`Accepts verified creators only`;
    case "approval":
      return t`The developer approves each creator`;
  }
}

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

export const ownJoinRequestSchema = z.object({
  campaignId: z.string(),
  campaign: z.string(),
  message: z.string(),
  state: z.enum(joinRequestStates),
  /** Why the developer refused. */
  answer: z.string().nullable(),
  requestedAt: timeSchema,
});

export const ownJoinRequestsResponseSchema = dataResponse(z.array(ownJoinRequestSchema));

export const joinRequestSchema = z.object({
  userId: z.string(),
  username: z.string(),
  channels: z.array(verifiedChannelSchema),
  /** What the creator says they make; nobody checks it. */
  content: creatorContentResponseSchema,
  message: z.string(),
  requestedAt: timeSchema,
});
export type JoinRequestResponse = z.input<typeof joinRequestSchema>;
