import { type ComponentProps, type ReactNode, useId } from "react";

type FieldParts = {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  children: (control: ControlProps) => ReactNode;
};

type ControlProps = {
  id: string;
  className: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
};

const control =
  "block min-h-11 w-full rounded-md border-2 border-edge bg-paper px-3 py-2 text-ink placeholder:text-soft/80 disabled:opacity-60 aria-invalid:border-refused";

/** A labelled control with its hint and error, connected for assistive technology. */
export function Field({ label, error, hint, children }: FieldParts) {
  const id = useId();
  const notes = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {children({
        id,
        className: control,
        ...(error ? { "aria-invalid": true } : {}),
        ...(notes ? { "aria-describedby": notes } : {}),
      })}
      {hint ? (
        <div id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </div>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

export function FieldError({ id, message }: { id?: string; message?: string | undefined }) {
  if (!message) return null;
  return (
    <p id={id} role="alert" className="font-medium text-refused text-sm">
      {message}
    </p>
  );
}

type TextFieldProps = ComponentProps<"input"> & Omit<FieldParts, "children">;

export function TextField({ label, error, hint, className = "", ...input }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <input {...input} {...control} className={`${control.className} ${className}`} />
      )}
    </Field>
  );
}

type TextAreaProps = ComponentProps<"textarea"> & Omit<FieldParts, "children">;

export function TextArea({ label, error, hint, className = "", ...input }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <textarea {...input} {...control} className={`${control.className} ${className}`} />
      )}
    </Field>
  );
}
