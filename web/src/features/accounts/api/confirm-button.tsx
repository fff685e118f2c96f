import { t } from "@fairclick/core/language/t";
import { useState } from "react";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";

type ConfirmButtonProps = {
  action: string;
  /** The action with what it acts on, for assistive technology. */
  label: string;
  question: string;
  consequence: string;
  disabled: boolean;
  onConfirm: () => void;
};

/** A button that asks before it does what cannot be undone. */
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
              variant="primary"
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
