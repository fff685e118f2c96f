import { type ReportedAddressResponse, reportReasonLabel } from "@fairclick/core/campaigns/reports";
import { formatMoment } from "../../../output/format";
import type { Paint } from "../../../output/paint";

export function describeAddress(address: ReportedAddressResponse, paint: Paint): string[] {
  const { id, openedAt, reports, reporters, networks, lastReportedAt, answer } = address;
  const last = lastReportedAt === null ? "" : `, last ${formatMoment(lastReportedAt)}`;
  return [
    `${paint.strong(id)}  since ${formatMoment(openedAt)}  ${address.address}`,
    `  reports  ${reports} from ${count(reporters, "reporter")} in ${count(networks, "network")}${last}`,
    `  reasons  ${describeReasons(address)}`,
    ...(answer === null
      ? []
      : [
          `  ${address.state}${address.wholeHost ? ` for all of ${address.host}` : ""} by ${address.decidedBy}: ${answer}`,
        ]),
  ];
}

function describeReasons({ reasons }: ReportedAddressResponse): string {
  if (reasons.length === 0) return "no report is stored any more";
  return reasons
    .map(({ reason, reports }) => `${reportReasonLabel(reason).toLowerCase()} ${reports}`)
    .join(", ");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
