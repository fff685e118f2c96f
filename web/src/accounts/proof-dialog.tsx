import type { ProofResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { rich } from "../language/rich";
import { isUnauthenticated } from "../session/session";
import { Button } from "../ui/button";
import { Dialog, focusFirstField } from "../ui/dialog";
import { FieldError, Form, TextField } from "../ui/fields";
import { PageSpinner } from "../ui/layout";
import { googleAddress } from "./sign-in";

type ProofDialogProps = { onDone: (proved: boolean) => void };

/** Asks for a proof of identity: what waits for it continues afterwards. */
export function ProofDialog({ onDone }: ProofDialogProps) {
  const { data, error } = useQuery({
    queryKey: ["account", "proof"],
    queryFn: () => readAnswer(api.auth.proof.$get()),
    gcTime: 0,
  });
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      title={t`Confirm that it is you`}
      description={t`This protects your money and your account. It counts for ten minutes.`}
    >
      {data ? (
        <Ways ways={data} onDone={onDone} />
      ) : error ? (
        <FieldError message={describeFailure(error)} />
      ) : (
        <PageSpinner />
      )}
    </Dialog>
  );
}

function Ways({ ways, onDone }: ProofDialogProps & { ways: ProofResponse }) {
  return (
    <div className="space-y-5">
      {ways.password || ways.totp ? (
        <SecretForm kind={ways.totp ? "code" : "password"} onDone={onDone} />
      ) : null}
      {ways.passkey ? <ByPasskey onDone={onDone} /> : null}
      {ways.google ? <SignInAgain onDone={onDone} /> : null}
    </div>
  );
}

/** The dialog opens with a spinner: the field can have the focus only once it is shown. */
const focusInDialog = (field: HTMLInputElement | null) =>
  focusFirstField(field?.closest('[role="dialog"]') ?? null);

function SecretForm({ kind, onDone }: ProofDialogProps & { kind: "password" | "code" }) {
  const [secret, setSecret] = useState("");
  const prove = useMutation({
    mutationFn: () =>
      readAnswer(
        api.auth.proof.$post({ json: kind === "code" ? { code: secret } : { password: secret } }),
      ),
    onSuccess: () => onDone(true),
    onError: (error) => isUnauthenticated(error) && onDone(false),
  });

  return (
    <Form className="space-y-4" onSubmit={() => prove.mutate()}>
      <TextField
        ref={focusInDialog}
        label={kind === "code" ? t`Code` : t`Current password`}
        type={kind === "code" ? "text" : "password"}
        autoComplete={kind === "code" ? "one-time-code" : "current-password"}
        {...(kind === "code"
          ? { hint: t`Six digits of your authenticator app, or a recovery code.` }
          : {})}
        value={secret}
        disabled={prove.isPending}
        error={describeFailure(prove.error)}
        onChange={(event) => setSecret(event.currentTarget.value)}
      />
      <Button type="submit" variant="primary" disabled={secret.trim() === "" || prove.isPending}>
        {prove.isPending ? t`Checking...` : t`Confirm`}
      </Button>
    </Form>
  );
}

function ByPasskey({ onDone }: ProofDialogProps) {
  const prove = useMutation({
    mutationFn: async () => {
      const { signWithPasskey } = await import("../session/passkey");
      const credential = await signWithPasskey();
      return readAnswer(api.auth.passkeys.proof.$post({ json: { credential } }));
    },
    onSuccess: () => onDone(true),
    onError: (error) => isUnauthenticated(error) && onDone(false),
  });
  return (
    <div className="space-y-3">
      <Button disabled={prove.isPending} onClick={() => prove.mutate()}>
        {t`Use a passkey`}
      </Button>
      <FieldError message={describeFailure(prove.error)} />
    </div>
  );
}

/** A sign-in in another tab is a proof: this page keeps what was typed. */
function SignInAgain({ onDone }: ProofDialogProps) {
  const check = useMutation({
    mutationFn: async () => {
      const { recent } = await readAnswer(api.auth.proof.$get());
      if (!recent) throw new Error(t`You have not signed in again yet.`);
    },
    onSuccess: () => onDone(true),
  });
  return (
    <div className="space-y-3 border-rule border-t-2 border-dashed pt-4">
      <p>
        {rich`${(
          <a href={googleAddress("/app/profile")} target="_blank" rel="noopener">
            {t`Sign in with Google again`}
          </a>
        )} in another tab, then continue here.`}
      </p>
      <Button disabled={check.isPending} onClick={() => check.mutate()}>
        {t`I have signed in again`}
      </Button>
      <FieldError message={describeFailure(check.error)} />
    </div>
  );
}
