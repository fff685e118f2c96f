import type { Noun } from "../../define-command";
import { listConversionsCommand } from "./list";

export const conversionsNouns: readonly Noun[] = [
  {
    name: "conversions",
    summary: "list what games report about clicks",
    commands: [listConversionsCommand],
  },
];
