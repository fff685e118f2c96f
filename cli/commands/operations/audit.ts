import { actorKinds, auditRowSchema } from "@fairclick/core/operations/changes";
import { z } from "zod";
import { listInput, listOptions } from "../../connection/list-options";
import { openApi } from "../../connection/open-api";
import { readPages } from "../../connection/read-pages";
import { defineCommand } from "../../define-command";
import { momentOption } from "../../moment";
import { formatMoment } from "../../output/format";
import { toTable } from "../../output/table";

export const audit = defineCommand({
  usage: "audit",
  summary: "show who did what, and why",
  about:
    "Lists the audit log, newest first. Nothing can change it, not even the application. Users, campaigns and links are named as they are called now; with --json, each row includes their ids and the facts before and after. Needs a token with the scope audit:read.",
  examples: [
    "audit --actor ann --since 2026-01-31",
    "audit --subject link: --action link.disable",
    "audit --actor-kind operator --json | jq -c '[.at, .actor, .action, .reason]'",
  ],
  options: (command) =>
    listOptions(command)
      .option("--subject <subject>", "what was changed, such as user:<id>; user: for all users")
      .option(
        "--action <action>",
        "what was done, such as campaign.pause; campaign. for every action on campaigns",
      )
      .option("--actor <name>", "who did it: name or id of an operator or user")
      .option("--actor-kind <kind>", `who did it: ${actorKinds.join(", ")}`)
      .option(
        "--since <time>",
        "since this date or time, such as 2026-01-31 or 2026-01-31T12:00:00Z",
      )
      .option("--until <time>", "before this date or time"),
  input: z.object({
    ...listInput,
    subject: z.string().optional(),
    action: z.string().optional(),
    actor: z.string().optional(),
    actorKind: z.enum(actorKinds, { error: `must be one of ${actorKinds.join(", ")}` }).optional(),
    since: momentOption.optional(),
    until: momentOption.optional(),
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
    if (rows.length === 0) return paint.faint("No entries found.");
    const lines = rows.map(({ at, actorKind, actor, action, subject, subjectName, reason }) => [
      formatMoment(at),
      actor ? `${actorKind} ${actor}` : actorKind,
      action,
      subjectName === null ? subject : `${subject.split(":")[0]} ${subjectName}`,
      reason ?? "",
    ]);
    return toTable(["when", "who", "action", "subject", "why"], lines).join("\n");
  },
});
