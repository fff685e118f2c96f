import {
  type AdminListedUser,
  adminListedUserSchema,
} from "@fairclick/core/accounts/operated-users-schema";
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
  examples: [
    "users list --search ann",
    "users list --watched",
    "users list --suspended --json | jq -r .email",
  ],
  options: (command) =>
    listOptions(command)
      .option("--search <text>", "only users whose name or e-mail address contains this text")
      .option("--suspended", "only suspended users")
      .option("--watched", "only users whose withdrawals wait while operators look at them"),
  input: z.object({
    ...listInput,
    search: z.string().optional(),
    suspended: z.boolean().default(false),
    watched: z.boolean().default(false),
  }),
  output: z.array(adminListedUserSchema),
  run: (host, { search, suspended, watched, limit, ...target }) => {
    const api = openApi(host, target);
    const filter = {
      ...(search ? { search } : {}),
      ...{ suspended: String(suspended), watched: String(watched) },
    };
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

function describeState({ suspendedAt, suspensionReason, watchedUntil }: AdminListedUser): string {
  if (suspendedAt) return `suspended: ${suspensionReason ?? ""}`;
  return watchedUntil ? `watched until ${formatMoment(watchedUntil)}` : "active";
}
