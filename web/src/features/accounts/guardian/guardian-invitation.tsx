import { t } from "@fairclick/core/language/t";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { rich } from "../../../language/rich";
import { Button } from "../../../ui/button";
import { FieldError, TextField } from "../../../ui/field";
import { formatDay } from "../../../ui/format/day";
import { Failure } from "../../../ui/notices";
import { Spinner } from "../../../ui/spinner";

const INCOMPLETE = t`This link is incomplete. Please open it from the mail again.`;

/** Lets an invited guardian agree or decline. `token` is the fragment of the address. */
export function GuardianInvitation({ token }: { token: string }) {
  const invitation = useQuery({
    queryKey: ["guardian", "invitation", token],
    queryFn: async () =>
      (await readAnswer(api.auth.guardian.invitation.$post({ json: { token } }))).data,
    enabled: token !== "",
    retry: false,
  });
  if (token === "") return <Failure message={INCOMPLETE} />;
  if (invitation.isError) {
    return <Failure message={errorMessage(invitation.error, t`This page could not be loaded.`)} />;
  }
  if (!invitation.data) return <Spinner label={t`Loading the invitation`} />;
  const { username, expiresAt } = invitation.data;
  return (
    <div className="space-y-5">
      <p className="break-words">
        {rich`${<strong>{username}</strong>} has an account here and wrote that you are their parent
          or guardian.`}
      </p>
      <p>
        {rich`On Fairclick, creators share links to games. For each visit of a real person they earn
          a part of a cent, paid by the game's developer. They pay nothing themselves. Read the
          ${(
            <a href="/terms" target="_blank" rel="noreferrer">
              {t`terms`}
            </a>
          )} and the
          ${(
            <a href="/privacy" target="_blank" rel="noreferrer">
              {t`privacy page`}
            </a>
          )}.`}
      </p>
      <p>{t`If you agree, what ${username} earns is paid out to you, until they are 18:`}</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>{t`You set up payouts at Stripe in your own name, with your own bank account.`}</li>
        <li>{t`You can withdraw your consent at any time; nothing more is then paid out.`}</li>
        <li>{t`Until you agree, earnings are kept.`}</li>
      </ul>
      <Decision token={token} />
      <p className="text-sm text-soft">{t`You can decide until ${formatDay(expiresAt)}.`}</p>
    </div>
  );
}

function Decision({ token }: { token: string }) {
  const [name, setName] = useState("");
  const [adult, setAdult] = useState(false);
  const consent = useMutation({
    mutationFn: () =>
      readAnswer(api.auth.guardian.consent.$post({ json: { token, name, adult: true } })),
  });
  const decline = useMutation({
    mutationFn: () => readAnswer(api.auth.guardian.decline.$post({ json: { token } })),
  });
  const done = consent.data ?? decline.data;
  if (done) return <p role="status">{done.message}</p>;
  const isBusy = consent.isPending || decline.isPending;
  const error = consent.error ?? decline.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    decline.reset();
    consent.mutate();
  }

  return (
    <form noValidate className="space-y-4" onSubmit={submit}>
      <TextField
        label={t`Your full name`}
        autoComplete="name"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        disabled={isBusy}
      />
      <label className="flex gap-3">
        <input
          type="checkbox"
          className="mt-1 size-5 shrink-0"
          checked={adult}
          onChange={(event) => setAdult(event.currentTarget.checked)}
          disabled={isBusy}
        />
        {t`I am at least 18 years old, and the parent or legal guardian of this person. I agree to be paid in their place.`}
      </label>
      <FieldError
        message={error ? errorMessage(error, t`This did not work. Please try again.`) : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" disabled={isBusy || !adult || name.trim() === ""}>
          {consent.isPending ? t`Saving...` : t`I agree`}
        </Button>
        <Button disabled={isBusy} onClick={() => decline.mutate()}>
          {t`Decline`}
        </Button>
      </div>
    </form>
  );
}
