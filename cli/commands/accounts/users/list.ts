import { type AdminUser, adminUserSchema } from "@fairclick/core/accounts/users";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";

export const listUsersCommand = defineCommand({
  usage: "list",
  summary: "list users with their balances",
  about: "Lists users with their balances, newest first. Needs a token with the scope users:read.",
  examples: ["users list --search ann", "users list --suspended --json | jq -r .email"],
  options: (command) =>
    listOptions(command)
      .option("--search <text>", "only users whose name or e-mail address contains this text")
      .option("--suspended", "only suspended users"),
  input: z.object({
    ...listInput,
    search: z.string().optional(),
    suspended: z.boolean().default(false),
  }),
  output: z.array(adminUserSchema),
  run: (host, { search, suspended, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = { ...(search ? { search } : {}), suspended: String(suspended) };
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.users.$get({ query: { ...filter, ...page } })),
    );
  },
  text: (users, paint) => {
    if (users.length === 0) return paint.faint("None found.");
    const rows = users.map((user) => [
      user.id,
      formatMoment(user.createdAt),
      user.username,
      user.email,
      formatMicros(user.walletMicros),
      formatMicros(user.earningsMicros),
      String(user.campaigns),
      String(user.links),
      describeState(user),
    ]);
    const headings = ["user", "since", "name", "e-mail", "wallet", "earnings"];
    return toTable([...headings, "campaigns", "links", "state"], rows).join("\n");
  },
});

function describeState({ suspendedAt, suspensionReason }: AdminUser): string {
  return suspendedAt ? `suspended: ${suspensionReason ?? ""}` : "active";
}
