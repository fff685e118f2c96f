export const reportReasons = ["scam", "not_a_game", "adult", "hate", "other"] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportReasonLabels: Record<ReportReason, string> = {
  scam: "Scam or malware",
  not_a_game: "Not a game",
  adult: "Adult content",
  hate: "Hate",
  other: "Something else",
};

export const MAX_REPORT_TEXT = 500;

/** The answer to every report, whether the link exists or not. */
export const REPORT_THANKS = "Thank you. An operator looks at what is reported.";

/** `confirmed`: visitors of links to this address see a warning and are not sent there. */
export const reportedAddressStates = ["open", "confirmed", "dismissed"] as const;
export type ReportedAddressState = (typeof reportedAddressStates)[number];

/** Hours after a dismissal in which further reports are stored, but do not open the address again. */
export const QUIET_HOURS = 24;

/** Hours after which `doctor` warns about reports that nobody has decided. */
export const REPORT_HOURS = 24;
