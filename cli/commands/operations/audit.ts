import { actorKinds, auditRowSchema } from "@fairclick/core/operations/audit-schema";
import { z } from "zod";
import { listInput, listOptions } from "../../connection/list-options";
import { openApi } from "../../connection/open-api";
import { readPages } from "../../connection/read-pages";
import { defineCommand } from "../../define-command";
import { sayMoment } from "../../output/say";
import { toTable } from "../../output/table";

export const audit = defineCommand({
  usage: "audit",
  summary: "read who did what, and why",
  about:
    "Lists the audit log, newest first. Nobody can change it, not even the application. With --json each row has what was there before and after. Needs a token with the scope audit:read.",
  examples: [
    "audit --actor ann --since 2026-01-31",
    "audit --subject link: --action link.disable",
    "audit --actor-kind operator --json | jq -c '[.at, .actor, .action, .reason]'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--subject <subject>", "what was changed: user:<id>, or all users with user:")
      .option("--action <action>", "what was done: campaign.pause, or everything with campaign.")
      .option("--actor <name>", "who did it: an operator's or user's name or id")
      .option("--actor-kind <kind>", `who did it: ${actorKinds.join(", ")}`)
      .option("--since <moment>", "a date or a moment: 2026-01-31, 2026-01-31T12:00:00Z")
      .option("--until <moment>", "before this date or moment"),
  input: z.object({
    ...listInput,
    subject: z.string().optional(),
    action: z.string().optional(),
    actor: z.string().optional(),
    actorKind: z.enum(actorKinds, { error: `must be one of ${actorKinds.join(", ")}` }).optional(),
    since: z.string().optional(),
    until: z.string().optional(),
  }),
  output: z.array(auditRowSchema),
  run: (host, { limit, api: address, profile, ...given }) => {
    const api = openApi(host, { api: address, profile });
    const { subject, action, actor, actorKind, since, until } = given;
    const filter = {
      ...(subject ? { subject } : {}),
      ...(action ? { action } : {}),
      ...(actor ? { actor } : {}),
      ...(actorKind ? { actorKind } : {}),
      ...(since ? { since } : {}),
      ...(until ? { until } : {}),
    };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.audit.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (rows, paint) => {
    if (rows.length === 0) return paint.faint("There is nothing.");
    const lines = rows.map(({ at, actorKind, actor, action, subject, reason }) => [
      sayMoment(at),
      actor ? `${actorKind} ${actor}` : actorKind,
      action,
      subject,
      reason ?? "",
    ]);
    return toTable(["when", "who", "action", "subject", "why"], lines).join("\n");
  },
});
