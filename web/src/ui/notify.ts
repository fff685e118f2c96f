const DEFAULT_MS = 5_000;
const ERROR_MS = 7_000;

type Kind = "success" | "error" | "warning" | "info";
type Options = { title?: string; id?: string };

/** Resolves while the list of toasts is on the page. */
let list = Promise.withResolvers<void>();
let isWanted = false;
const listeners = new Set<() => void>();

/** The list of toasts is not in the first load: it is put on the page when it is first wanted. */
export const toastList = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  isWanted: () => isWanted,
  /** Loads it, with the first press if not with the first toast: a toast may say that the server is away. */
  want: () => {
    isWanted = true;
    for (const listener of listeners) listener();
  },
  /** The list calls this when it is there, and the returned function when it leaves. */
  open: () => {
    list.resolve();
    return () => {
      list = Promise.withResolvers();
    };
  },
};

function show(kind: Kind, message: string, { title, id }: Options = {}): void {
  toastList.want();
  void Promise.all([import("sonner"), list.promise]).then(([{ toast }]) =>
    toast[kind](title ?? message, {
      duration: kind === "error" ? ERROR_MS : DEFAULT_MS,
      ...(title ? { description: message } : {}),
      ...(id ? { id } : {}),
    }),
  );
}

/** Removes all toasts, as a dialog opens that they would cover. */
export function clearToasts(): void {
  if (isWanted) void import("sonner").then(({ toast }) => toast.dismiss());
}

/** Shows a toast for 5 s, or 7 s for errors. Toasts with the same `id` replace each other. */
export const notify = {
  success: (message: string, options?: Options) => show("success", message, options),
  error: (message: string, options?: Options) => show("error", message, options),
  warning: (message: string, options?: Options) => show("warning", message, options),
  info: (message: string, options?: Options) => show("info", message, options),
};
