import { type IpDataStatus, ipDataStatusSchema } from "@fairclick/core/ip/ip-data";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { EXIT_DONE, EXIT_REFUSED } from "../../exit-codes";
import { toTable } from "../../output/table";
import { describeRange } from "./describe-range";

export const ipDataStatus = defineCommand({
  usage: "status",
  summary: "show the address lists and how old they are",
  about:
    "Shows every address list, when its source last confirmed it, and the problem of the last download, then the ranges that operators have allowed or denied. The exit code is 1 if there are no lists or they are older than two weeks. Needs a token with the scope ip-data:read.",
  examples: ["ip-data status", "ip-data status --json | jq -r '.lists[].problem'"],
  options: apiOptions,
  input: z.object(targetInput),
  output: ipDataStatusSchema,
  run: async (host, input) => {
    const { data } = await openApi(host, input).call((client) =>
      client.api.admin["ip-data"].$get(),
    );
    return data;
  },
  text: ({ downloads, lists, operatorRanges, warnings }, paint) =>
    [
      ...toTable(["list", "class", "ranges", "confirmed", "changed", "version"], lists.map(toRow)),
      ...lists.flatMap(({ name, problem }) => (problem ? [paint.warn(`${name}: ${problem}`)] : [])),
      ...(operatorRanges.length > 0 ? ["", ...operatorRanges.map(describeRange)] : []),
      "",
      ...(downloads ? [] : [paint.warn("Downloads are disabled: IP_DATA_URL is `off`.")]),
      ...(warnings.length > 0
        ? warnings.map((warning) => paint.bad(warning))
        : [paint.good("The address data is up to date.")]),
    ].join("\n"),
  exitCode: ({ warnings }) => (warnings.length === 0 ? EXIT_DONE : EXIT_REFUSED),
});

function toRow(list: IpDataStatus["lists"][number]): string[] {
  const { name, class: listClass, ranges, checkedAt, fetchedAt, version } = list;
  return [
    name,
    listClass,
    ranges?.toLocaleString("en-US") ?? "none",
    checkedAt?.slice(0, 10) ?? "never",
    fetchedAt?.slice(0, 10) ?? "",
    version ?? "",
  ];
}
