import type { SuspectFigure } from "@fairclick/core/clicks/suspects";

/** Column headings of a suspect link's figures, in their order. */
export const figureHeadings: Record<SuspectFigure, string> = {
  net24: "/24",
  net48: "/48",
  asn: "AS",
  deviceClass: "device",
  agent: "agent",
  fresh: "new",
  returning: "return",
  joins: "joins",
  hour: "hour",
  homes: "homes",
  payer: "payer",
};
