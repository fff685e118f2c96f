import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ChangeFailure } from "./change-failure";
import { useChange } from "./use-change";

export function GoogleCard({ profile }: { profile: ProfileResponse }) {
  const { google, hasPassword } = profile;
  if (!google.available && !google.connected) return null;
  return (
    <Card title="Google">
      {google.connected ? <Connected hasPassword={hasPassword} /> : <Unconnected />}
    </Card>
  );
}

function Connected({ hasPassword }: { hasPassword: boolean }) {
  const disconnect = useChange(() => readAnswer(api.auth.google.connection.$delete()));
  return (
    <>
      <p className="mb-4">{t`You can sign in with your Google account.`}</p>
      {hasPassword ? (
        <div>
          <Button disabled={disconnect.isPending} onClick={() => disconnect.mutate()}>
            {disconnect.isPending ? t`Disconnecting...` : t`Disconnect Google`}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-soft">
          {t`It is your only way to sign in: set a password to be able to disconnect it.`}
        </p>
      )}
      <ChangeFailure error={disconnect.error} />
    </>
  );
}

function Unconnected() {
  const connect = useMutation({
    mutationFn: () => readAnswer(api.auth.google.connection.$post()),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <>
      <p className="mb-4">{t`Not connected. Connect it to sign in without your password.`}</p>
      <ChangeFailure error={connect.error} />
      <div>
        <Button disabled={connect.isPending} onClick={() => connect.mutate()}>
          {t`Connect Google`}
        </Button>
      </div>
    </>
  );
}
