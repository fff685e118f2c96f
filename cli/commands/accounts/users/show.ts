import { adminUserDetailsSchema } from "@fairclick/core/accounts/users";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts, formatMicros, formatMoment } from "../../../output/format";

export const showUserCommand = defineCommand({
  usage: "show <user>",
  summary: "show one user",
  about:
    "Shows one user, given by id, e-mail address or name. Needs a token with the scope users:read.",
  examples: ["users show ann@example.com", "users show ann --json | jq -r .earningsMicros"],
  options: apiOptions,
  input: z.object({ ...targetInput, user: z.string() }),
  output: adminUserDetailsSchema,
  run: async (host, { user, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.users[":user"].$get({ param: { user } }),
    );
    return data;
  },
  text: (user, paint) =>
    formatFacts([
      ["user", `${paint.strong(user.username)} (${user.id})`],
      ["e-mail", user.email],
      ["since", formatMoment(user.createdAt)],
      [
        "suspended",
        user.suspendedAt
          ? `${formatMoment(user.suspendedAt)}: ${user.suspensionReason ?? ""}`
          : "no",
      ],
      ...(user.deletedAt ? [["deleted", formatMoment(user.deletedAt)] as const] : []),
      ["born", user.birthMonth ?? "unknown"],
      ...(user.guardianConfirmedAt
        ? [["guardian", `confirmed on ${formatMoment(user.guardianConfirmedAt)}`] as const]
        : []),
      ["payouts", user.payoutsVerified ? "set up" : "not set up"],
      ["wallet", formatMicros(user.walletMicros)],
      ["earnings", formatMicros(user.earningsMicros)],
      ["in transit", formatMicros(user.inTransitMicros)],
      ...(user.debtMicros === "0" ? [] : [["owes", formatMicros(user.debtMicros)] as const]),
      ["campaigns", String(user.campaigns)],
      ["links", String(user.links)],
    ]),
});
