import type { Noun } from "../../define-command";
import { decideRangeCommand } from "./decide";
import { lookUpAddressCommand } from "./lookup";
import { showRangesCommand } from "./show-ranges";
import { ipDataStatus } from "./status";
import { updateIpDataCommand } from "./update";

export const ipNouns: readonly Noun[] = [
  {
    name: "ip-data",
    summary: "look up IP addresses, update and override the address lists",
    commands: [
      ipDataStatus,
      updateIpDataCommand,
      lookUpAddressCommand,
      showRangesCommand,
      decideRangeCommand,
    ],
  },
];
