import { learntAddressSchema } from "@fairclick/core/ip/ip-data-schema";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { toTable } from "../../output/table";

export const learntAddressesCommand = defineCommand({
  usage: "learnt",
  summary: "list the IP addresses that their clicks show to be shared",
  about:
    "Lists IP addresses at which many devices with a returning cookie were paid in a week, on links of several unrelated creators. Shared-aware campaigns judge them by the limits for shared addresses until they expire; `ip-data deny` or `ip-data allow` decides otherwise about one. Newest first. Needs a token with the scope ip-data:read.",
  examples: ["ip-data learnt", "ip-data learnt --limit 1000 --json | jq -r .address"],
  options: (command) => apiOptions(command).option("--limit <n>", "how many to list", "100"),
  input: z.object({ ...targetInput, limit: z.string() }),
  output: z.array(learntAddressSchema),
  run: async (host, { limit, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin["ip-data"].learnt.$get({ query: { limit } }),
    );
    return data;
  },
  text: (addresses) =>
    addresses.length === 0
      ? "No address was learnt."
      : toTable(
          ["address", "devices", "creators", "learnt", "expires"],
          addresses.map(({ address, devices, creators, learntAt, expiresAt }) => [
            address,
            String(devices),
            String(creators),
            learntAt.slice(0, 10),
            expiresAt.slice(0, 10),
          ]),
        ).join("\n"),
});
