import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { describeFigures, figuresSchema } from "../../../output/describe-figures";
import { formatFacts } from "../../../output/format";
import { createMeter } from "./measure";

/** A rate needs two samples. */
const BETWEEN_SAMPLES_MS = 1_000;

export const top = defineCommand({
  usage: "top",
  summary: "watch the marketplace live",
  about:
    "Shows redirects per second and their response time, the length of the queue, judged clicks and their valid share, and moved money. --watch shows them again and again until Ctrl-C. Needs a token with the scope status:read.",
  examples: ["top --watch 1", "top --json | jq .redirectsPerSecond"],
  options: apiOptions,
  input: z.object(targetInput),
  output: figuresSchema,
  run: async (host, target) => {
    const api = openApi(host, target);
    const measure = createMeter();
    const read = async () => (await api.call((client) => client.api.admin.status.$get())).data;
    measure(await read());
    await sleep(BETWEEN_SAMPLES_MS);
    return measure(await read());
  },
  text: (figures) => formatFacts(describeFigures(figures)),
});
