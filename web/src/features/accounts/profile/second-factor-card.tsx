import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { PageSpinner } from "../../../ui/spinner";
import { ChangeFailure } from "./change-failure";
import { RecoveryCodes } from "./recovery-codes";
import { useChange } from "./use-change";

const SetUpTotp = lazy(async () => ({ default: (await import("./set-up-totp")).SetUpTotp }));

/** Turns the authenticator app on and off, and renews its recovery codes. */
export function SecondFactorCard({ profile }: { profile: ProfileResponse }) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>();

  function showCodes(shown: string[]) {
    setCodes(shown);
    setAsking(false);
    void queryClient.invalidateQueries({ queryKey: ["profile"] });
  }

  return (
    <Card title={t`Authenticator app`}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : asking ? (
        profile.secondFactor.on ? (
          <ChangeTotp onCodes={showCodes} onCancel={() => setAsking(false)} />
        ) : (
          <Suspense fallback={<PageSpinner />}>
            <SetUpTotp onCodes={showCodes} />
          </Suspense>
        )
      ) : (
        <Status profile={profile} onChange={() => setAsking(true)} />
      )}
    </Card>
  );
}

function Status({ profile, onChange }: { profile: ProfileResponse; onChange: () => void }) {
  const { on, recoveryCodes } = profile.secondFactor;
  return (
    <>
      <p className="mb-4">
        {on
          ? t`Signing in needs a code of your app. ${recoveryCodes} recovery codes are left.`
          : t`Off. With it, signing in also needs a code that only your phone knows.`}
      </p>
      <Button className="self-start" onClick={onChange}>
        {on ? t`Change` : t`Set up an authenticator app`}
      </Button>
    </>
  );
}

type ChangeTotpProps = {
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
};

function ChangeTotp({ onCodes, onCancel }: ChangeTotpProps) {
  const [code, setCode] = useState("");
  const factor = api.auth["second-factor"];
  const remove = useChange((json: Code) => readAnswer(factor.totp.removal.$post({ json })));
  const renew = useChange((json: Code) => readAnswer(factor["recovery-codes"].$post({ json })));
  const error = remove.error ?? renew.error;
  const busy = remove.isPending || renew.isPending;
  const ready = code.trim() !== "" && !busy;
  const json = { code };

  function submit(event: FormEvent) {
    event.preventDefault();
    remove.reset();
    renew.mutate(json, { onSuccess: ({ data }) => onCodes(data.recoveryCodes) });
  }

  function turnOff() {
    renew.reset();
    remove.mutate(json, { onSuccess: onCancel });
  }

  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <TextField
        label={t`Code`}
        autoComplete="one-time-code"
        hint={t`Six digits of your authenticator app, or a recovery code.`}
        value={code}
        disabled={busy}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <ChangeFailure error={error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!ready}>
          {t`Make new recovery codes`}
        </Button>
        <Button disabled={!ready} onClick={turnOff}>
          {t`Turn off`}
        </Button>
        <Button onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}

type Code = { code: string };
