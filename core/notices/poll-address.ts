/** The address of a webhook to which nothing is sent: a program takes its events. */
export const POLL_ADDRESS = "poll:";
