/** What a ticket is about, as its writer chooses it. */
export const ticketCategories = [
  "account",
  "money",
  "clicks",
  "campaigns",
  "abuse",
  "privacy",
  "other",
] as const;
export type TicketCategory = (typeof ticketCategories)[number];

export const ticketCategoryNames: Record<TicketCategory, string> = {
  account: "My account or signing in",
  money: "Payments and withdrawals",
  clicks: "Clicks and their verdicts",
  campaigns: "Campaigns and links",
  abuse: "Abuse or a harmful link",
  privacy: "Privacy and my data",
  other: "Something else",
};

/** `waiting`: for an operator. `answered`: its writer can still reply. `closed`: nobody can. */
export const ticketStates = ["waiting", "answered", "closed"] as const;
export type TicketState = (typeof ticketStates)[number];

export const MAX_SUBJECT = 120;
export const MAX_TICKET_TEXT = 4_000;
/** Max tickets of one user that are not closed. */
export const MAX_OPEN_TICKETS = 10;
export const MAX_TICKET_MESSAGES = 100;
