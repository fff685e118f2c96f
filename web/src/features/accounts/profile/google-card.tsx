import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ChangeFailure } from "./change-failure";
import { ProofField } from "./proof-field";
import { useChange } from "./use-change";
import { otherFailure, useProof } from "./use-proof";

export function GoogleCard({ profile }: { profile: ProfileResponse }) {
  const { google, hasPassword } = profile;
  if (!google.available && !google.connected) return null;
  return (
    <Card title="Google">
      {google.connected ? (
        <Connected hasPassword={hasPassword} />
      ) : (
        <Unconnected profile={profile} />
      )}
    </Card>
  );
}

function Connected({ hasPassword }: { hasPassword: boolean }) {
  const disconnect = useChange(() => readAnswer(api.auth.google.connection.$delete()));
  return (
    <>
      <p className="mb-4">You can sign in with your Google account.</p>
      {hasPassword ? (
        <div>
          <Button disabled={disconnect.isPending} onClick={() => disconnect.mutate()}>
            {disconnect.isPending ? "Disconnecting..." : "Disconnect Google"}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-soft">
          It is your only way to sign in: set a password to be able to disconnect it.
        </p>
      )}
      <ChangeFailure error={disconnect.error} />
    </>
  );
}

function Unconnected({ profile }: { profile: ProfileResponse }) {
  const [asking, setAsking] = useState(false);
  const connect = useMutation({
    mutationFn: (password: string | null) =>
      readAnswer(api.auth.google.connection.$post({ json: { password } })),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const proof = useProof(profile, connect.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    connect.mutate(proof.password);
  }

  if (!asking) {
    return (
      <>
        <p className="mb-4">Not connected. Connect it to sign in without your password.</p>
        <div>
          <Button onClick={() => setAsking(true)}>Connect Google</Button>
        </div>
      </>
    );
  }
  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <ProofField {...proof.field} disabled={connect.isPending} />
      <ChangeFailure error={otherFailure(connect.error)} />
      <Button type="submit" disabled={!proof.ready || connect.isPending}>
        Continue with Google
      </Button>
    </form>
  );
}
