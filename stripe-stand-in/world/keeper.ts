export type Keeper = {
  /** Something changed that has to be stored soon, whoever waits for it. */
  changed: () => void;
  /** Resolves when every change so far is stored. */
  stored: () => Promise<void>;
  /** Stores what there is and nothing after that. */
  close: () => Promise<void>;
};

/** Stores changes in the background, and lets an answer wait until its own are stored. */
export function createKeeper(save: () => Promise<void>): Keeper {
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
