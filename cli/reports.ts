import {
  type ReportedAddressResponse,
  reportedAddressDetailSchema,
  reportedAddressSchema,
  reportedAddressStates,
  reportReasonLabel,
} from "@fairclick/core/campaigns/reports";
import { formatMoment, type Paint } from "@fairclick/core/resource";
import { Option } from "commander";
import { z } from "zod";
import { defineActs } from "./frame/change";
import { defineCommand, listInput, listOptions } from "./frame/command";
import { openApi, readPages } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/failures";

const optionsInput = { host: z.boolean().default(false) };
const optionsSchema = z.object(optionsInput);

export const decideReportCommand = defineActs({
  usage: "<report>",
  summary: "confirm, dismiss or reopen reports of an address",
  about: "Needs a token with the scope campaigns:write.",
  examples: [
    'reports decide confirm 01900000-0000-7000-8000-000000000001 --host --reason "Every page of this website is a scam."',
  ],
  options: (command) =>
    command.option(
      "--host",
      "confirm for the whole website with its subdomains, not only this address",
    ),
  optionsInput,
  acts: {
    confirm: {
      about:
        "Visitors of all links to the address see a warning and are not sent there, also for ended campaigns. Its campaigns are stopped: their clicks are not paid, and nobody can join. Their developers are notified of the reason, and can end them, which returns the budget. No other campaign can lead there.",
      send: ({ api }, id, json, given) =>
        api.admin.reports[":id"].confirm.$post({
          param: { id },
          json: { ...json, wholeHost: optionsSchema.parse(given).host },
        }),
    },
    dismiss: {
      about:
        "Dismisses the reports of an address, and lifts its warning if it was confirmed. For a day, further reports are only stored; later ones open the address again.",
      send: ({ api }, id, json) =>
        api.admin.reports[":id"][":act"].$post({ param: { id, act: "dismiss" }, json }),
    },
    reopen: {
      about:
        "Opens a confirmed or dismissed address again. Its warning is lifted, and its campaigns continue unless something else stops them.",
      send: ({ api }, id, json) =>
        api.admin.reports[":id"][":act"].$post({ param: { id, act: "reopen" }, json }),
    },
  },
});

function describeAddress(address: ReportedAddressResponse, paint: Paint): string[] {
  const { id, openedAt, reports, reporters, networks, lastReportedAt, answer } = address;
  const last = lastReportedAt === null ? "" : `, last ${formatMoment(lastReportedAt)}`;
  return [
    `${paint.strong(id)}  since ${formatMoment(openedAt)}  ${address.address}`,
    `  reports  ${reports} from ${count(reporters, "reporter")} in ${count(networks, "network")}${last}`,
    `  reasons  ${describeReasons(address)}`,
    ...(answer === null
      ? []
      : [
          `  ${address.state}${address.wholeHost ? ` for all of ${address.host}` : ""} by ${address.decidedBy}: ${answer}`,
        ]),
  ];
}

function describeReasons({ reasons }: ReportedAddressResponse): string {
  if (reasons.length === 0) return "no report is stored any more";
  return reasons
    .map(({ reason, reports }) => `${reportReasonLabel(reason).toLowerCase()} ${reports}`)
    .join(", ");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

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
