import { defineActs } from "../../define-acts";

export const decideRangeCommand = defineActs({
  usage: "<range>",
  summary: "allow, share or deny an IP address or range, or undo it",
  about:
    "If ranges overlap, the narrowest applies; the narrowest IPv6 range is a /64. Workers apply it within a second; clicks recorded before do not change. Needs a token with the scope ip-data:write.",
  examples: ['ip-data decide deny 203.0.113.0/24 --reason "a farm"'],
  acts: {
    allow: {
      about: "Its clicks are never invalid because of a data centre, Tor, a proxy or a VPN.",
      send: ({ api }, range, json) =>
        api.admin["ip-data"].ranges.$post({ json: { range, effect: "allow", ...json } }),
    },
    shared: {
      about:
        "Many people share it, for example a school or an office: its clicks are never invalid because of the lists, and campaigns whose click rules are shared-aware judge it by the limits for shared addresses.",
      send: ({ api }, range, json) =>
        api.admin["ip-data"].ranges.$post({ json: { range, effect: "shared", ...json } }),
    },
    deny: {
      about: "Its clicks are invalid, with the signal proxy.",
      send: ({ api }, range, json) =>
        api.admin["ip-data"].ranges.$post({ json: { range, effect: "deny", ...json } }),
    },
    remove: {
      about:
        "Removes the decision about exactly this range, so that the address lists apply to it again.",
      send: ({ api }, range, json) =>
        api.admin["ip-data"].ranges.remove.$post({ json: { range, ...json } }),
    },
  },
});
