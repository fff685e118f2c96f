import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Button } from "./button";
import { FieldError } from "./fields";

type ConfirmAddressProps = { children: ReactNode; className?: string };

/** Says what waits for a confirmed email address, with a button that mails the link again. */
export function ConfirmAddress({ children, className = "" }: ConfirmAddressProps) {
  const send = useMutation({ mutationFn: () => readAnswer(api.auth.verification.$post()) });
  return (
    <div className={`space-y-2 border-held border-l-4 pl-3 ${className}`}>
      <p>{children}</p>
      {send.isSuccess ? (
        <p role="status">{send.data.message}</p>
      ) : (
        <Button disabled={send.isPending} onClick={() => send.mutate()}>
          {t`Mail the link again`}
        </Button>
      )}
      <FieldError message={describeFailure(send.error)} />
    </div>
  );
}
