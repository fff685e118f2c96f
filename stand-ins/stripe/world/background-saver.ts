export type BackgroundSaver = {
  /** Reports a change; it is stored in the background. */
  changed: () => void;
  /** Resolves when every change so far is stored. */
  stored: () => Promise<void>;
  /** Stores pending changes and ignores later ones. */
  close: () => Promise<void>;
};

/** Stores changes in the background. A response can wait for `stored` before it is sent. */
export function createBackgroundSaver(save: () => Promise<void>): BackgroundSaver {
  let isChanged = false;
  let isClosed = false;
  let saving: Promise<void> = Promise.resolve();
  let background: ReturnType<typeof setTimeout> | undefined;

  function stored(): Promise<void> {
    clearTimeout(background);
    background = undefined;
    if (isChanged) {
      isChanged = false;
      saving = save();
    }
    return saving;
  }

  return {
    changed: () => {
      if (isClosed) return;
      isChanged = true;
      background ??= setTimeout(() => stored().catch(console.error), 0);
    },
    stored,
    close: () => {
      isClosed = true;
      return stored();
    },
  };
}
