import { z } from "zod";
import { changeSchema } from "../changes";
import { listResponse, pageQueryWithCursor } from "../schemas";

const moment = (field: string) =>
  z.iso
    .datetime({
      offset: true,
      error: `${field} must be a date or time such as 2026-01-31T12:00:00Z`,
    })
    .or(z.iso.date({ error: `${field} must be a date or time such as 2026-01-31T12:00:00Z` }))
    .transform((text) => new Date(text))
    .optional();

export const actorKinds = ["user", "operator", "system"] as const;

export const auditQuerySchema = pageQueryWithCursor(/^\d{1,18}$/).extend({
  subject: z.string().max(200).optional(),
  action: z.string().max(100).optional(),
  actor: z.string().max(254).optional(),
  actorKind: z.enum(actorKinds).optional(),
  since: moment("since"),
  until: moment("until"),
});

export const auditRowSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actorKind: z.enum(actorKinds),
  actorId: z.string().nullable(),
  /** Current name of the operator or user; null if there is none. */
  actor: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** Current name of the user, campaign, link (campaign / creator) or owner of the withdrawal; else null. */
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  before: changeSchema.shape.before.nullable(),
  after: changeSchema.shape.after.nullable(),
});

export const auditResponseSchema = listResponse(auditRowSchema);
