import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import { defineChange } from "../../define-change";

const shared =
  "If ranges overlap, the narrowest applies; the narrowest IPv6 range is a /64. Workers apply it within a second; clicks recorded before do not change. Needs a token with the scope ip-data:write.";

export const allowRange = defineDecision(
  "allow",
  "trust an IP address or range, whatever the lists say",
  `Allows an IP address or range: its clicks are never invalid because of a data centre, Tor, a proxy or a VPN. ${shared}`,
);

export const shareRange = defineDecision(
  "shared",
  "declare an IP address or range to be shared by many people",
  `Declares that many people share an IP address or range, for example a school or an office: its clicks are never invalid because of the lists, and campaigns whose click rules are shared-aware judge it by the limits for shared addresses. ${shared}`,
);

export const denyRange = defineDecision(
  "deny",
  "make every click from an IP address or range invalid",
  `Denies an IP address or range: its clicks are invalid, with the signal proxy. ${shared}`,
);

export const removeRangeCommand = defineChange({
  usage: "remove <range>",
  summary: "remove an operator's decision about a range",
  about: `Removes the decision about exactly this range, so that the address lists apply to it again. ${shared}`,
  examples: ['ip-data remove 203.0.113.0/24 --reason "the farm is gone"'],
  send: (client, range, json) =>
    client.api.admin["ip-data"].ranges.remove.$post({ json: { range, ...json } }),
});

function defineDecision(effect: RangeEffect, summary: string, about: string) {
  return defineChange({
    usage: `${effect} <range>`,
    summary,
    about,
    examples: [`ip-data ${effect} 203.0.113.0/24 --reason "why"`],
    send: (client, range, json) =>
      client.api.admin["ip-data"].ranges.$post({ json: { range, effect, ...json } }),
  });
}
