import { z } from "zod";
import { changeSchema } from "../changes";
import { type Cells, defineResource, formatMoment } from "../resource";
import { pageQueryWithCursor, timeSchema } from "../schemas";

const moment = (field: string) =>
  z.iso
    .datetime({
      offset: true,
      error: `${field} must be a date or time such as 2026-01-31T12:00:00Z`,
    })
    .or(z.iso.date({ error: `${field} must be a date or time such as 2026-01-31T12:00:00Z` }))
    .transform((text) => new Date(text))
    .optional();

const actorKinds = ["user", "operator", "system"] as const;

const auditRowSchema = z.object({
  id: z.string(),
  at: timeSchema,
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

export const auditLog = defineResource({
  path: "audit",
  one: "entry",
  key: "id",
  list: {
    scope: "audit:read",
    summary: "show who did what, and why",
    about:
      "Lists the audit log, newest first. Nothing can change it, not even the application. Users, campaigns and links are named as they are called now; with --json, each row includes their ids and the facts before and after.",
    examples: [
      "audit --actor ann --since 2026-01-31",
      "audit --subject link: --action link.disable",
      "audit --actor-kind operator --json | jq -c '[.at, .actor, .action, .reason]'",
    ],
    query: pageQueryWithCursor(/^\d{1,18}$/).extend({
      subject: z.string().max(200).optional(),
      action: z.string().max(100).optional(),
      actor: z.string().max(254).optional(),
      actorKind: z.enum(actorKinds).optional(),
      since: moment("since"),
      until: moment("until"),
    }),
    options: {
      "--subject <subject>": "what was changed, such as user:<id>; user: for all users",
      "--action <action>":
        "what was done, such as campaign.pause; campaign. for every action on campaigns",
      "--actor <name>": "who did it: name or id of an operator or user",
      "--actor-kind <kind>": "who did it",
      "--since <time>": "since this date or time, such as 2026-01-31 or 2026-01-31T12:00:00Z",
      "--until <time>": "before this date or time",
    },
    row: auditRowSchema,
    columns: {
      when: ({ at }) => formatMoment(at),
      who: ({ actorKind, actor }) => (actor ? `${actorKind} ${actor}` : actorKind),
      action: "action",
      subject: ({ subject, subjectName }) =>
        subjectName === null ? subject : `${subject.split(":")[0]} ${subjectName}`,
      why: "reason",
    } satisfies Cells<z.input<typeof auditRowSchema>>,
  },
});
