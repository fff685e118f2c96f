import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { CopyLink } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";

type ShownOnceProps = { secret: string; label: string; copied: string };

/** Shows a secret that the server does not show again. */
export function ShownOnce({ secret, label, copied }: ShownOnceProps) {
  return (
    <div role="status" className="my-4 space-y-2 border-2 border-valid bg-bar p-4">
      <p className="font-semibold">{t`It is shown only now: copy it.`}</p>
      <p className="flex flex-wrap items-center gap-3">
        <code
          data-testid="shown-once"
          className="min-w-0 flex-1 basis-64 break-all font-figures text-sm"
        >
          {secret}
        </code>
        <CopyLink link={secret} label={label} copied={copied} />
      </p>
    </div>
  );
}

type Option = { value: string; label: string; detail: string };

type CheckListProps = {
  legend: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Checkboxes of which any number can be chosen. */
export function CheckList({ legend, options, chosen, onChange }: CheckListProps) {
  const toggle = (value: string, checked: boolean) =>
    onChange(checked ? [...chosen, value] : chosen.filter((each) => each !== value));
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      {options.map(({ value, label, detail }) => (
        <label key={value} className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-1 size-5 shrink-0"
            checked={chosen.includes(value)}
            onChange={(event) => toggle(value, event.currentTarget.checked)}
          />
          <span className="min-w-0">
            <span className="break-words font-semibold">{label}</span>{" "}
            <span className="block text-sm text-soft">{detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type ConfirmButtonProps = {
  action: string;
  /** The action with what it acts on, for assistive technology. */
  label: string;
  question: string;
  consequence: string;
  disabled: boolean;
  onConfirm: () => void;
};

export function ConfirmButton({
  action,
  label,
  question,
  consequence,
  ...rest
}: ConfirmButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="quiet"
        className="text-refused!"
        disabled={rest.disabled}
        aria-label={label}
        onClick={() => setOpen(true)}
      >
        {action}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={question}
        description={consequence}
        footer={
          <>
            <Button onClick={close}>{t`Keep it`}</Button>
            <Button
              variant="danger"
              onClick={() => {
                close();
                rest.onConfirm();
              }}
            >
              {action}
            </Button>
          </>
        }
      >
        <p>{t`This cannot be undone.`}</p>
      </Dialog>
    </>
  );
}

/** Changes keys or webhooks and loads them again; shows a failure as a message. */
export function useKeysChange<Input = void, Answer extends { message: string } = never>(
  change: (input: Input) => Promise<Answer>,
) {
  return useApiChange(change, {
    failure: t`This did not work. Please try again.`,
    refresh: [["api"]],
  });
}
