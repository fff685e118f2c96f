import { z } from "zod";
import { onlySchema } from "../schemas/admin-lists";
import { listResponse, pageQuerySchema } from "../schemas/page";

export const operatorNoticesQuerySchema = pageQuerySchema.extend({
  open: onlySchema.describe("true: only problems that are not over"),
  unread: onlySchema.describe("true: only notices that no operator has marked as read"),
});

export const operatorNoticeSchema = z.object({
  id: z.string(),
  kind: z.string(),
  at: z.string(),
  read: z.boolean(),
  /** Whether the problem that the notice reports lasts. */
  open: z.boolean(),
  title: z.string(),
  paragraphs: z.array(z.string()),
});

export const operatorNoticesResponseSchema = listResponse(operatorNoticeSchema);

export const readOperatorNoticesResponseSchema = z.object({
  status: z.literal("success"),
  data: z.object({ read: z.number().int().describe("How many notices were unread before") }),
});
