import { reportedAddressDetailSchema, reportReasonLabel } from "@fairclick/core/campaigns/reports";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { describeAddress } from "./describe-address";

export const showReportCommand = defineCommand({
  usage: "show <report>",
  summary: "show a reported address with what people wrote",
  about:
    "Shows a reported address with its newest 100 reports. Who reports is not stored, only whether the person was signed in. Open the address in a browser that is signed in nowhere. Needs a token with the scope campaigns:read.",
  examples: ["reports show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, report: z.string() }),
  output: reportedAddressDetailSchema,
  run: async (host, { report: id, ...target }) => {
    const api = openApi(host, target);
    return (await api.call((client) => client.api.admin.reports[":id"].$get({ param: { id } })))
      .data;
  },
  text: (address, paint) =>
    [
      ...describeAddress(address, paint),
      "",
      ...address.items.map(({ reportedAt, reason, signedIn, campaign, code, text }) => {
        const where = code === null ? campaign : `${campaign}, link ${code}`;
        const who = signedIn ? "a user" : "a visitor";
        const said = text === "" ? "" : `: ${text}`;
        return `${formatMoment(reportedAt)}  ${where}  ${who}  ${reportReasonLabel(reason)}${said}`;
      }),
    ].join("\n"),
});
