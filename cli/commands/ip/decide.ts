import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import { ipRangeSchema } from "@fairclick/core/ip/ip-data-schema";
import type { Command } from "commander";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { decidedWord } from "../../output/decided-word";
import { describeRange } from "./describe-range";

const input = z.object({ ...targetInput, range: z.string(), reason: z.string() });

const shared =
  "If ranges overlap, the narrowest applies; the narrowest IPv6 range is a /64. Workers apply it within a second; clicks recorded before do not change. Needs a token with the scope ip-data:write.";

export const allowRange = defineDecision(
  "allow",
  "trust an IP address or range, whatever the lists say",
  `Allows an IP address or range: its clicks are never invalid because of a data centre, Tor, a proxy or a VPN. ${shared}`,
);

export const shareRange = defineDecision(
  "shared",
  "say that many people share an ip address or range",
  `Says that many people share an ip address or range, for example a school or an office: its clicks are never invalid because of the lists, and campaigns whose click rules are shared-aware judge it by the limits for shared addresses. ${shared}`,
);

export const denyRange = defineDecision(
  "deny",
  "make every click from an IP address or range invalid",
  `Denies an IP address or range: its clicks are invalid, with the signal proxy. ${shared}`,
);

export const removeRangeCommand = defineCommand({
  usage: "remove <range>",
  summary: "remove an operator's decision about a range",
  about: `Removes the decision about exactly this range, so that the address lists apply to it again. ${shared}`,
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
    `The address lists apply to ${range} again; ${operator} had ${decidedWord[effect]} it.`,
});

function defineDecision(effect: RangeEffect, summary: string, about: string) {
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
  return apiOptions(command).requiredOption("--reason <text>", "reason for the audit log");
}
