/** How long records are kept, in days. The jobs that delete and the privacy page read it here. */
export const retentionDays = {
  notices: 180,
  webhookDeliveries: 30,
  /** After the last message or change, unless the ticket waits for an operator. */
  tickets: 365,
} as const;
