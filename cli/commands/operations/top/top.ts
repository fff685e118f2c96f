import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { describeFigures, type Figures, figuresSchema } from "../../../output/describe-figures";
import { formatFacts } from "../../../output/format";
import { toJsonLine } from "../../../output/printable";
import { createMeter } from "./measure";

const INTERVAL_MS = 1_000;

export const top = defineCommand({
  usage: "top",
  summary: "watch the marketplace live",
  about:
    "Shows redirects per second and their response time, the length of the queue, judged clicks and their valid share, and moved money, updated every second until you press q. Without a terminal, or with --json, it prints one snapshot and exits; --count prints more, one per second. Needs a token with the scope status:read.",
  examples: ["top", "top --json | jq .redirectsPerSecond", "top --json --count 0 >> figures.jsonl"],
  options: (command) =>
    apiOptions(command).option(
      "--count <snapshots>",
      "number of snapshots; 0 runs until interrupted",
      "1",
    ),
  canRepeat: false,
  input: z.object({
    ...targetInput,
    json: z.boolean().default(false),
    count: z.coerce
      .number({ error: "must be a whole number" })
      .int({ error: "must be a whole number" })
      .min(0, { error: "must not be negative" }),
  }),
  output: z.array(figuresSchema),
  run: async (host, { json, count, ...target }) => {
    const api = openApi(host, target);
    const measure = createMeter();
    const read = async () => {
      const { data } = await api.call((client) => client.api.admin.status.$get());
      return measure(data);
    };
    if (host.terminal && !json) {
      await host.terminal.showTop({ api: api.api, read, intervalMs: INTERVAL_MS });
      return [];
    }
    // A rate needs two samples.
    await read();
    const figures: Figures[] = [];
    for (let taken = 1; count === 0 || taken <= count; taken += 1) {
      await sleep(INTERVAL_MS);
      const now = await read();
      // Prints all but the last snapshot at once, so that a reader of the pipe can follow.
      if (json && taken !== count) host.write(`${toJsonLine(now)}\n`);
      else figures.push(now);
    }
    return figures;
  },
  text: (figures) => figures.map((one) => formatFacts(describeFigures(one))).join("\n\n"),
});
