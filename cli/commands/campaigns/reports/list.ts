import { reportedAddressSchema, reportedAddressStates } from "@fairclick/core/campaigns/reports";
import { Option } from "commander";
import { z } from "zod";
import { listInput, listOptions } from "../../../connection/list-options";
import { openApi } from "../../../connection/open-api";
import { readPages } from "../../../connection/read-pages";
import { defineCommand } from "../../../define-command";
import { describeAddress } from "./describe-address";

export const listReportsCommand = defineCommand({
  usage: "list",
  summary: "list addresses that visitors reported",
  about:
    "Lists the addresses to which reported links lead: open ones oldest first, others newest first. Many reports from one network can be one person: compare the reports with the reporters and networks. Needs a token with the scope campaigns:read.",
  examples: ["reports list", "reports list --state confirmed --json | jq -r .address"],
  options: (command) =>
    listOptions(command).addOption(
      new Option("--state <state>", "only addresses in this state")
        .choices(reportedAddressStates)
        .default("open"),
    ),
  input: z.object({ ...listInput, state: z.enum(reportedAddressStates) }),
  output: z.array(reportedAddressSchema),
  run: (host, { state, limit, ...target }) => {
    const api = openApi(host, target);
    return readPages(host, limit, (page) =>
      api.call((client) => client.api.admin.reports.$get({ query: { state, ...page } })),
    );
  },
  text: (addresses, paint) => {
    if (addresses.length === 0) return paint.good("None found.");
    return addresses.map((each) => describeAddress(each, paint).join("\n")).join("\n\n");
  },
});
