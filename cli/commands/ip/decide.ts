import { ipRangeSchema } from "@fairclick/core/ip/ip-data-schema";
import type { Command } from "commander";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { describeRange } from "./describe-range";

const input = z.object({ ...targetInput, range: z.string(), reason: z.string() });

const shared =
  "Of several ranges the narrowest counts; IPv6 is decided by /64 at the narrowest. Workers know it within a second, and clicks that were recorded before stay as they are. Needs a token with the scope ip-data:write.";

export const allowRange = defineDecision(
  "allow",
  "trust a range, whatever lists say of it",
  `Clicks from an address or range are never refused for being from a data centre, Tor, a proxy or a VPN. ${shared}`,
);

export const denyRange = defineDecision(
  "deny",
  "refuse every click from a range",
  `Clicks from an address or range are invalid, by the signal proxy. ${shared}`,
);

export const removeRangeCommand = defineCommand({
  usage: "remove <range>",
  summary: "leave a range to the lists again",
  about: `Takes back what was decided about exactly this range. ${shared}`,
  examples: ['ip-data remove 203.0.113.0/24 --reason "the farm is gone"'],
  options: rangeOptions,
  input,
  output: ipRangeSchema,
  run: async (host, { range, reason, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin["ip-data"].ranges.remove.$post({ json: { range, reason } }),
    );
    return data;
  },
  text: ({ range, effect, operator }) =>
    `${range} is left to the lists again; ${operator} had ${effect === "allow" ? "allowed" : "denied"} it.`,
});

function defineDecision(effect: "allow" | "deny", summary: string, about: string) {
  return defineCommand({
    usage: `${effect} <range>`,
    summary,
    about,
    examples: [`ip-data ${effect} 203.0.113.0/24 --reason "why"`],
    options: rangeOptions,
    input,
    output: ipRangeSchema,
    run: async (host, { range, reason, ...target }) => {
      const { data } = await openApi(host, target).call((client) =>
        client.api.admin["ip-data"].ranges.$post({ json: { range, effect, reason } }),
      );
      return data;
    },
    text: (decided) => `${describeRange(decided)}.`,
  });
}

function rangeOptions(command: Command): Command {
  return apiOptions(command).requiredOption("--reason <text>", "why; it is kept in the audit log");
}
