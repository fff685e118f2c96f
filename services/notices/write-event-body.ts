type Event = { id: string; kind: string; at: Date; data: unknown };

/** Returns what webhooks receive. `id` is equal in all attempts and at all webhooks of one user. */
export function writeEventBody({ id, kind, at, data }: Event): string {
  return JSON.stringify({ id, type: kind, createdAt: at.toISOString(), data });
}
