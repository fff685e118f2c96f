import { operatorNoticeSchema } from "@fairclick/core/notices/operator-notice-schema";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";

export const listNoticesCommand = defineCommand({
  usage: "list",
  summary: "list notices to operators",
  about:
    "Lists operators' notices, newest first: problems that began, problems that ended, and campaigns that wait for review. The addresses in OPERATOR_EMAILS receive the same notices as mails. Needs a token with the scope notices:read.",
  examples: ["notices list --open", "notices list --unread --json | jq -r .title"],
  options: (command) =>
    listOptions(command)
      .option("--open", "only problems that are not over")
      .option("--unread", "only notices that no operator has marked as read"),
  input: z.object({
    ...listInput,
    open: z.boolean().default(false),
    unread: z.boolean().default(false),
  }),
  output: z.array(operatorNoticeSchema),
  run: (host, { open, unread, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { open: `${open}`, unread: `${unread}` };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.notices.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (notices, paint) => {
    if (notices.length === 0) return paint.good("None found.");
    return notices
      .map(({ id, at, read, open, title, paragraphs }) => {
        const marks = [open ? paint.warn("open") : "", read ? "" : paint.strong("unread")];
        const head = [paint.strong(id), formatMoment(at), title, ...marks].filter(Boolean);
        return [head.join("  "), ...paragraphs.map((text) => `  ${text}`)].join("\n");
      })
      .join("\n\n");
  },
});
