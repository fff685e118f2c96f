import {
  type AdminLinkDetails,
  adminLinkDetailsSchema,
} from "@fairclick/core/clicks/operated-links";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatFacts, formatMicros, formatMoment } from "../../../output/format";
import { toTable } from "../../../output/table";
import { describeFinding } from "./findings";

export const showLinkCommand = defineCommand({
  usage: "show <link>",
  summary: "show one link",
  about:
    "Shows one link, given by its code, the last part of its short URL: campaign, creator, state, clicks by verdict, money, the last 24 hours, its names with their figures, and the newest findings about it. Needs a token with the scope clicks:read.",
  examples: ["links show k3Xw9Rab", "links show k3Xw9Rab --json | jq '.names[].name'"],
  options: apiOptions,
  input: z.object({ ...targetInput, link: z.string() }),
  output: adminLinkDetailsSchema,
  run: async (host, { link: code, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.links[":code"].$get({ param: { code } }),
    );
    return data;
  },
  text: (link, paint) => {
    const { clicks, lastDay } = link;
    const facts = formatFacts([
      ["link", paint.strong(link.code)],
      ["campaign", `${link.campaign} (${link.campaignId})`],
      ["creator", `${link.creator} (${link.creatorId})${link.creatorVerified ? ", verified" : ""}`],
      ["joined", formatMoment(link.joinedAt)],
      [
        "state",
        link.disabledBy
          ? `disabled by ${link.disabledBy}, ${formatMoment(link.disabledAt)}`
          : "live",
      ],
      [
        "clicks",
        `${clicks.total}: ${clicks.valid} valid, ${clicks.invalid} invalid, ${clicks.held} held, ${clicks.unpaid} unpaid, ${clicks.pending} pending`,
      ],
      ["paid", formatMicros(link.paidMicros)],
      ["held", `${formatMicros(link.heldMicros)} of held clicks`],
      ["pending", `${formatMicros(link.pendingMicros)} of pending clicks`],
      ["last day", `${lastDay.clicks} clicks judged, ${formatMicros(lastDay.paidMicros)} paid`],
    ]);
    const findings = link.findings.map((finding) =>
      describeFinding(finding, paint.strong(finding.id)),
    );
    return [
      facts,
      "",
      describeNames(link) ?? paint.faint("No names."),
      "",
      ...(findings.length > 0 ? [findings.join("\n\n")] : [paint.good("No findings.")]),
    ].join("\n");
  },
});

function describeNames({ names }: AdminLinkDetails): string | null {
  if (names.length === 0) return null;
  const rows = names.map(({ name, removed, valid, invalid, held, unpaid, paidMicros }) => [
    removed ? `${name} (removed)` : name,
    ...[valid, invalid, held, unpaid].map(String),
    formatMicros(paidMicros),
  ]);
  return toTable(["name", "valid", "invalid", "held", "unpaid", "paid"], rows).join("\n");
}
