import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { useMutation } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/field";
import { ChangeFailure } from "./change-failure";
import { ProofField } from "./proof-field";
import { useChange } from "./use-change";
import { otherFailure, useProof } from "./use-proof";

type SetUpTotpProps = { profile: ProfileResponse; onCodes: (codes: string[]) => void };

/** First the password, then the QR code and a first code of the app. */
export function SetUpTotp({ profile, onCodes }: SetUpTotpProps) {
  const start = useMutation({
    mutationFn: (password: string | null) =>
      readAnswer(api.auth["second-factor"].totp.$post({ json: { password } })),
  });
  const proof = useProof(profile, start.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    start.mutate(proof.password);
  }

  if (start.data) return <ConfirmTotp {...start.data.data} onCodes={onCodes} />;
  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <ProofField {...proof.field} disabled={start.isPending} />
      <ChangeFailure error={otherFailure(start.error)} />
      <Button type="submit" disabled={!proof.ready || start.isPending}>
        Continue
      </Button>
    </form>
  );
}

type ConfirmTotpProps = { secret: string; uri: string; onCodes: (codes: string[]) => void };

function ConfirmTotp({ secret, uri, onCodes }: ConfirmTotpProps) {
  const [code, setCode] = useState("");
  const confirm = useChange(() =>
    readAnswer(api.auth["second-factor"].totp.confirmation.$post({ json: { code } })),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm.mutate(undefined, { onSuccess: ({ data }) => onCodes(data.recoveryCodes) });
  }

  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <QRCodeSVG
        value={uri}
        size={180}
        level="M"
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#121c17"
        title="QR code for your authenticator app"
      />
      <p className="break-all font-mono text-sm">{secret}</p>
      <TextField
        label="Code that the app shows"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        disabled={confirm.isPending}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <ChangeFailure error={confirm.error} />
      <Button type="submit" variant="primary" disabled={code.trim() === "" || confirm.isPending}>
        Turn on
      </Button>
    </form>
  );
}
