/** How the open draft is stored at the server. */
export type Saving = { state: "new" | "saving" | "saved" } | { state: "failed"; message: string };

type Options<Content> = {
  send: (content: Content) => Promise<void>;
  onChange: (saving: Saving) => void;
  describeError: (error: unknown) => string;
};

/** Pause in typing after which a draft is saved (ms). */
const PAUSE_MS = 800;

/**
 * Saves the latest content after each pause, one request at a time. After a failure, the next change
 * tries again.
 */
export function createDraftSaver<Content>({ send, onChange, describeError }: Options<Content>) {
  let latest: { content: Content } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  async function sendLatest(): Promise<void> {
    if (!latest) return;
    const sent = latest;
    onChange({ state: "saving" });
    try {
      await send(sent.content);
      if (latest !== sent) return;
      latest = null;
      onChange({ state: "saved" });
    } catch (error) {
      onChange({ state: "failed", message: describeError(error) });
    }
  }

  /** Saves at once; returns false if something is left unsaved. */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    sending = sending.then(sendLatest);
    await sending;
    return latest === null;
  }

  return {
    flush,
    save: (content: Content) => {
      latest = { content };
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE_MS);
    },
    /** Forgets what is not sent yet. Resolves once no request is open. */
    stop: async () => {
      clearTimeout(timer);
      latest = null;
      await sending;
    },
  };
}
