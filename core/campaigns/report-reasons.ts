import { t } from "../language/t";

export const reportReasons = ["scam", "not_a_game", "adult", "hate", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

export function reportReasonLabel(reason: ReportReason): string {
  switch (reason) {
    case "scam":
      return t`Scam or malware`;
    case "not_a_game":
      return t`Not a game`;
    case "adult":
      return t`Adult content`;
    case "hate":
      return t`Hate`;
    case "other":
      return t`Something else`;
  }
}

export const MAX_REPORT_TEXT = 500;

/** The answer to every report, whether the link exists or not. */
export const reportThanks = () => t`Thank you. An operator looks at what is reported.`;

/** `confirmed`: visitors of links to this address see a warning and are not sent there. */
export const reportedAddressStates = ["open", "confirmed", "dismissed"] as const;
export type ReportedAddressState = (typeof reportedAddressStates)[number];

/** Hours after a dismissal in which further reports are stored, but do not open the address again. */
export const QUIET_HOURS = 24;

/** Hours after which `doctor` warns about reports that nobody has decided. */
export const REPORT_HOURS = 24;
