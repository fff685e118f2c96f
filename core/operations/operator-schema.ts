import { z } from "zod";
import { changeInputSchema } from "./operator-change-schema";

export const operatorSchema = z.object({
  name: z.string(),
  scopes: z.array(z.string()),
  /** When the token expires; null if it does not. */
  expiresAt: z.iso.datetime().nullable(),
});

export const operatorResponseSchema = z.object({
  status: z.literal("success"),
  data: operatorSchema,
});

export const operatorTokenSchema = z.object({
  operator: z.string(),
  /** The first 8 hex digits of the token's SHA-256. */
  token: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  /** At most an hour old; null if it was never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});

export const operatorTokensResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(operatorTokenSchema),
});

export const revokeOperatorInputSchema = changeInputSchema.extend({
  /** Revokes only this token; without it, all tokens of the operator. */
  token: z
    .string()
    .regex(/^[0-9a-f]{8}$/, { error: "A token is named by 8 hex digits, as the list shows them" })
    .optional(),
});
export type RevokeOperatorInput = z.infer<typeof revokeOperatorInputSchema>;
