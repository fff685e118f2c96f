import { ipLookupSchema } from "@fairclick/core/ip/ip-data";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { describeRange } from "./describe-range";

const ORDER =
  "The first source that knows an address decides: an operator's range, relays, Tor exits, official cloud ranges, carriers and campuses by AS, open proxies, VPNs, hosters by AS, other lists.";

export const lookUpAddressCommand = defineCommand({
  usage: "lookup <address>",
  summary: "look up an IP address",
  about:
    "Shows which lists contain an IPv4 or IPv6 address, which network (AS) announces it, what operators decided about it, and the verdict that a click gets from its IP address alone. Needs a token with the scope ip-data:read.",
  examples: ["ip-data lookup 203.0.113.7", "ip-data lookup 2001:db8::1 --json | jq -r .verdict"],
  options: apiOptions,
  input: z.object({ ...targetInput, address: z.string() }),
  output: ipLookupSchema,
  run: async (host, { address, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin["ip-data"].lookup.$get({ query: { address } }),
    );
    return data;
  },
  text: ({ address, network, asn, asnKind, lists, operatorRange, signals, verdict }, paint) => {
    const known = [
      ...lists.map(({ name, class: listClass, range, date }) => {
        return `${listClass}: ${range} is in ${name} as of ${date}`;
      }),
      ...(operatorRange ? [describeRange(operatorRange)] : []),
      ...(network === address ? [] : [`It is a tunnel of ${network}, which is looked up.`]),
      ...(asn === null ? [] : [`AS${asn} announces it${asnKind ? ` (${asnKind})` : ""}.`]),
    ];
    const names = signals.map(({ signal }) => signal).join(", ");
    const outcome = `A click from ${address} is ${verdict}${names ? ` (${names})` : ""} by its IP address alone.`;
    const painted = { valid: paint.good, held: paint.warn, invalid: paint.bad, unpaid: paint.warn };
    const decided = signals.map(({ signal, evidence }) => {
      const facts = Object.entries(evidence).map(([name, value]) => `${name} ${value}`);
      return `${signal}: ${facts.join(", ")}`;
    });
    return [
      ...(known.length > 0 ? known : ["No list contains it."]),
      ...(decided.length > 0 ? ["", ...decided, ORDER] : []),
      "",
      painted[verdict](outcome),
    ].join("\n");
  },
});
