import type { ReactNode } from "react";

type FormProps = { onSubmit: () => void; children: ReactNode };

/** A form of fields below each other. The browser checks none of them: `onSubmit` has to. */
export function Form({ onSubmit, children }: FormProps) {
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
