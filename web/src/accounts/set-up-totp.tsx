import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Button } from "../ui/button";
import { FieldError, Form, TextField } from "../ui/fields";
import { useChange } from "./changes";

/** First the QR code, then a first code of the app. */
export function SetUpTotp({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const start = useMutation({
    mutationFn: () => readAnswer(api.auth["second-factor"].totp.$post()),
  });
  if (start.data) return <ConfirmTotp {...start.data.data} onCodes={onCodes} />;
  return (
    <>
      <p className="mb-4">{t`You need an app on your phone that makes codes for signing in.`}</p>
      <FieldError message={describeFailure(start.error)} />
      <Button disabled={start.isPending} onClick={() => start.mutate()}>
        {t`Continue`}
      </Button>
    </>
  );
}

type ConfirmTotpProps = { secret: string; uri: string; onCodes: (codes: string[]) => void };

function ConfirmTotp({ secret, uri, onCodes }: ConfirmTotpProps) {
  const [code, setCode] = useState("");
  const confirm = useChange(() =>
    readAnswer(api.auth["second-factor"].totp.confirmation.$post({ json: { code } })),
  );

  return (
    <Form
      className="space-y-3"
      onSubmit={() =>
        confirm.mutate(undefined, { onSuccess: ({ data }) => onCodes(data.recoveryCodes) })
      }
    >
      <p>{t`Scan this with your authenticator app, or type the key into it.`}</p>
      <QRCodeSVG
        value={uri}
        size={180}
        level="M"
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#121c17"
        title={t`QR code for your authenticator app`}
      />
      <p>
        <a href={uri}>{t`Open your authenticator app`}</a>
      </p>
      <p className="break-all font-mono text-sm">{secret}</p>
      <TextField
        label={t`Code that the app shows`}
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        disabled={confirm.isPending}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <FieldError message={describeFailure(confirm.error)} />
      <Button type="submit" variant="primary" disabled={code.trim() === "" || confirm.isPending}>
        {t`Turn on`}
      </Button>
    </Form>
  );
}
