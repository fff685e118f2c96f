import type postgres from "postgres";

const HEARTBEAT_MS = 5_000;
const RETRY_MS = 1_000;

type Sql = postgres.Sql<{ bigint: bigint }>;

export type Listener = {
  /**
   * Calls `onPayload` for each notification of the channel, and `onListening` each time that a new
   * connection listens: earlier notifications may be lost. Retries forever.
   */
  listen: (channel: string, events: ChannelEvents) => void;
  stop: () => Promise<void>;
};

export type ChannelEvents = {
  onPayload: (payload: string) => void;
  onListening: () => void;
  /** Called once when the channel's connection is lost. */
  onError?: (error: unknown) => void;
};

type Open = (events: {
  onnotify: (channel: string, payload: string) => void;
  onclose: () => void;
}) => Sql;

/** `session` identifies the connection that has executed LISTEN: the server process and its key. */
type Channel = ChannelEvents & { name: string; session: string | null };

/**
 * One connection listens to all channels. LISTEN is repeated every few seconds: it changes nothing
 * while it is in force, and a connection that does not answer it is replaced.
 */
export function openListener(open: Open): Listener {
  const channels: Channel[] = [];
  let sql: Sql | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beating: Promise<void> | null = null;
  let failing = false;
  let stopped = false;

  const beat = (): void => {
    if (stopped || beating) return;
    clearTimeout(timer);
    beating = listenAgain().then((pauseMs) => {
      beating = null;
      if (!stopped) timer = setTimeout(beat, pauseMs);
    });
  };

  const listenAgain = async (): Promise<number> => {
    sql ??= open({
      onnotify: (name, payload) => {
        for (const channel of channels) if (channel.name === name) channel.onPayload(payload);
      },
      onclose: beat,
    });
    for (const channel of channels) {
      try {
        const { state } = await sql`listen ${sql(channel.name)}`;
        const session = `${state.pid} ${state.secret}`;
        if (channel.session !== session) channel.onListening();
        channel.session = session;
        failing = false;
      } catch (error) {
        if (!failing) channel.onError?.(error);
        failing = true;
        return RETRY_MS;
      }
    }
    return HEARTBEAT_MS;
  };

  return {
    listen: (name, events) => {
      channels.push({ ...events, name, session: null });
      // A running heartbeat may be past this channel already.
      if (beating) void beating.then(beat);
      else beat();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await sql?.end({ timeout: 0 });
      await beating;
    },
  };
}
