import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { describeFigures, type Figures, figuresSchema } from "../../../output/describe-figures";
import { toJsonLine } from "../../../output/printable";
import { sayFacts } from "../../../output/say";
import { createMeter } from "./measure";

const INTERVAL_MS = 1_000;

export const top = defineCommand({
  usage: "top",
  summary: "watch how the marketplace is doing",
  about:
    "Shows redirects a second and how long visitors wait, what waits in the queue, clicks judged and how many of them were valid, and the money that moved, anew every second until q is pressed. Where no person watches, or with --json, it prints one snapshot and ends; --count prints more, one a second. Needs a token with the scope status:read.",
  examples: ["top", "top --json | jq .redirectsPerSecond", "top --json --count 0 >> figures.jsonl"],
  options: (command) =>
    apiOptions(command).option("--count <snapshots>", "how many; 0: until it is stopped", "1"),
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
    // A rate needs two answers.
    await read();
    const figures: Figures[] = [];
    for (let taken = 1; count === 0 || taken <= count; taken += 1) {
      await sleep(INTERVAL_MS);
      const now = await read();
      // What comes before the last is printed when it is known: somebody may be following.
      if (json && taken !== count) host.write(`${toJsonLine(now)}\n`);
      else figures.push(now);
    }
    return figures;
  },
  text: (figures) => figures.map((one) => sayFacts(describeFigures(one))).join("\n\n"),
});
