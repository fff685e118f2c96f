import { ipListReportSchema } from "@fairclick/core/ip/ip-data";
import { z } from "zod";
import { LONG_WORK_MS, openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { EXIT_DONE, EXIT_REFUSED } from "../../exit-codes";
import { toTable } from "../../output/table";
import { whileWorking } from "../../output/while-working";

export const updateIpDataCommand = defineCommand({
  usage: "update",
  summary: "download the address lists now",
  about:
    "Downloads the public address lists now; a job does the same every day. A list that is unreadable, or far smaller or larger than the last one, is refused and the last good one stays in use; --force accepts any difference in size. The exit code is 1 if a list could not be downloaded. Needs a token with the scope ip-data:write.",
  examples: ["ip-data update", "ip-data update --force"],
  options: (command) =>
    apiOptions(command).option(
      "--force",
      "accept lists that differ much in size from the last ones",
      false,
    ),
  canRepeat: false,
  input: z.object({ ...targetInput, force: z.boolean() }),
  output: z.array(ipListReportSchema),
  run: async (host, { force, ...target }) => {
    const api = openApi(host, target);
    const answer = api.call(
      (client) => client.api.admin["ip-data"].update.$post({ json: { force } }),
      { limitMs: LONG_WORK_MS },
    );
    const { data } = await whileWorking(host, "Downloading the address lists", answer);
    return data;
  },
  text: (reports, paint) => {
    const lines = toTable(
      ["list", "outcome", "ranges", ""],
      reports.map(({ name, outcome, ranges, problem }) => [
        name,
        outcome,
        ranges?.toLocaleString("en-US") ?? "",
        problem ?? "",
      ]),
    );
    const problems = reports.filter(({ problem }) => problem !== null).length;
    const verdict =
      problems === 0
        ? paint.good("Every list is up to date.")
        : paint.bad(`${problems} of ${reports.length} lists were not updated.`);
    return [...lines, "", verdict].join("\n");
  },
  exitCode: (reports) =>
    reports.every(({ problem }) => problem === null) ? EXIT_DONE : EXIT_REFUSED,
});
