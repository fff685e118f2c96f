import { ADULT_AGE, MIN_AGE } from "@fairclick/core/accounts/agreement";
import { t } from "@fairclick/core/language/t";
import { type ComponentProps, type ReactNode, useId } from "react";

type FieldParts = {
  label: ReactNode;
  error?: string | undefined;
  hint?: ReactNode;
  /** Marks the label; the form says what is missing. */
  required?: boolean | undefined;
  children: (control: ControlProps) => ReactNode;
};

type ControlProps = {
  id: string;
  className: string;
  "aria-invalid"?: true;
  "aria-required"?: true;
  "aria-describedby"?: string;
};

const control =
  "block min-h-11 w-full rounded-md border-2 border-edge bg-paper px-3 py-2 text-ink placeholder:text-soft/80 disabled:opacity-60 aria-invalid:border-refused";

/** A labelled control with its hint and error, connected for assistive technology. */
export function Field({ label, error, hint, required = false, children }: FieldParts) {
  const id = useId();
  const notes = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} data-required={required || undefined} className="block font-semibold">
        {label}
      </label>
      {children({
        id,
        className: control,
        ...(error ? { "aria-invalid": true } : {}),
        ...(required ? { "aria-required": true } : {}),
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

export function TextField({ className = "", ...props }: TextFieldProps) {
  const { label, error, hint, required, ...input } = props;
  return (
    <Field {...{ label, error, hint, required }}>
      {(control) => (
        <input {...input} {...control} className={`${control.className} ${className}`} />
      )}
    </Field>
  );
}

type TextAreaProps = ComponentProps<"textarea"> & Omit<FieldParts, "children">;

export function EmailField(props: Omit<TextFieldProps, "label">) {
  return <TextField label={t`Email`} type="email" autoComplete="email" {...props} />;
}

export function TextArea({ label, error, hint, required, ...input }: TextAreaProps) {
  return (
    <Field {...{ label, error, hint, required }}>
      {(control) => <textarea {...input} {...control} />}
    </Field>
  );
}

type FormProps = { id?: string; onSubmit: () => void; className?: string; children: ReactNode };

/** A form of fields below each other. The browser checks none of them: `onSubmit` has to. */
export function Form({ onSubmit, className = "space-y-5", children, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

type SwitchProps = {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch. Its state shows by position, not by colour alone. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={checked}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="group -my-2.5 inline-flex h-11 w-14 items-center disabled:opacity-60"
    >
      <span className="flex h-7 w-13 items-center rounded-full border-2 border-edge bg-ground px-0.5 group-aria-checked:border-ink group-aria-checked:bg-ink">
        <span className="size-5 rounded-full bg-edge group-aria-checked:translate-x-6 group-aria-checked:bg-paper motion-safe:transition-transform" />
      </span>
    </button>
  );
}

type MinorFieldProps = {
  checked: boolean;
  onChange: (isMinor: boolean) => void;
  disabled?: boolean;
};

/** Asks who is under 18, and says at once who is then paid. */
export function MinorField({ checked, onChange, disabled = false }: MinorFieldProps) {
  const id = useId();
  return (
    <div className="text-sm">
      <label className="flex min-h-8 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0"
          aria-describedby={`${id}-age`}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {t`I am under ${ADULT_AGE}`}
      </label>
      <p id={`${id}-age`} className="text-soft">
        {t`You have to be ${MIN_AGE} or older.`}
      </p>
      <p role="status" className={checked ? "mt-1 border-held border-l-4 pl-3" : ""}>
        {checked ? t`Until you are ${ADULT_AGE}, a parent or guardian is paid for you.` : null}
      </p>
    </div>
  );
}

/** A field that people cannot see or focus: only programs fill it in. */
export function WebsiteTrap({
  value,
  onChange,
}: Pick<ComponentProps<"input">, "value" | "onChange">) {
  return (
    <div className="absolute -left-[9999px]" aria-hidden="true">
      <label>
        {t`Website`}
        <input tabIndex={-1} autoComplete="off" value={value} onChange={onChange} />
      </label>
    </div>
  );
}

/** Focuses the first wrong field of a form and scrolls it into view. A closed group opens for it. */
export function focusFirstError(form: Element | null): void {
  const wrong = form?.querySelector('[aria-invalid="true"], fieldset[data-invalid]');
  if (!(wrong instanceof HTMLElement)) return;
  const group = wrong.closest("details");
  if (group) group.open = true;
  const control = wrong.matches("fieldset") ? wrong.querySelector("button, input") : wrong;
  if (!(control instanceof HTMLElement)) return;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center" });
}
