const DEFAULT_MS = 5_000;
const ERROR_MS = 7_000;

type Kind = "success" | "error" | "warning" | "info";
type Options = { title?: string; id?: string };

function show(kind: Kind, message: string, { title, id }: Options = {}): void {
  void import("sonner").then(({ toast }) =>
    toast[kind](title ?? message, {
      duration: kind === "error" ? ERROR_MS : DEFAULT_MS,
      ...(title ? { description: message } : {}),
      ...(id ? { id } : {}),
    }),
  );
}

/** Shows a toast for 5 s, or 7 s for errors. Toasts with the same `id` replace each other. */
export const notify = {
  success: (message: string, options?: Options) => show("success", message, options),
  error: (message: string, options?: Options) => show("error", message, options),
  warning: (message: string, options?: Options) => show("warning", message, options),
  info: (message: string, options?: Options) => show("info", message, options),
};
