import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { saveFile } from "../../../ui/save-file";
import { ChangeFailure } from "./change-failure";
import { ProofField } from "./proof-field";
import { otherFailure, useProof } from "./use-proof";

/** Downloads everything that is stored about the account. */
export function ArchiveCard({ profile }: { profile: ProfileResponse }) {
  const [open, setOpen] = useState(false);
  return (
    <Card title="Your data">
      <p className="mb-5">
        One ZIP file with your account, sessions, campaigns, links, the clicks on your links,
        payments and notices. Data about the visitors who clicked is not in it.
      </p>
      {open ? (
        <ArchiveForm profile={profile} onDone={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>Download your data</Button>
      )}
    </Card>
  );
}

function ArchiveForm({ profile, onDone }: { profile: ProfileResponse; onDone: () => void }) {
  const download = useMutation({ mutationFn: downloadArchive, onSuccess: onDone });
  const proof = useProof(profile, download.error);

  function submit(event: FormEvent) {
    event.preventDefault();
    download.mutate(proof.password);
  }

  return (
    <form noValidate className="space-y-3" onSubmit={submit}>
      <input type="hidden" name="username" autoComplete="username" value={profile.email} />
      <ProofField {...proof.field} disabled={download.isPending} />
      <ChangeFailure error={otherFailure(download.error)} />
      <Button type="submit" disabled={!proof.ready || download.isPending}>
        {download.isPending ? "Downloading..." : "Download the ZIP file"}
      </Button>
    </form>
  );
}

async function downloadArchive(password: string | null): Promise<void> {
  const request = api.users.profile.archive.$post({ json: { password } });
  const response = await request.catch(() => null);
  if (response?.ok) saveFile("fairclick-data.zip", await response.blob());
  else await readAnswer(request);
}
