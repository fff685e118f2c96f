import type { GuardianInvitation, OwnGuardian } from "@fairclick/core/accounts/guardian-schema";
import { t } from "@fairclick/core/language/t";
import { queryOptions } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { formatDay } from "../../../ui/format/day";
import { Part } from "../../../ui/part";
import { ChangeFailure } from "../profile/change-failure";
import { useChange } from "../profile/use-change";

const guardianQuery = queryOptions({
  queryKey: ["profile", "guardian"],
  queryFn: async () => (await readAnswer(api.users.guardian.$get())).data,
});

/** The guardian of a user of 13 to 17 years, who is paid in the user's place. */
export function GuardianCard() {
  return (
    <Card title={t`Your guardian`}>
      <p className="mb-4 text-soft">
        {t`Until you are 18, a parent or guardian has to agree that you are paid, and the money goes to their account. What you earn until then is kept.`}
      </p>
      <Part loading={t`Loading your guardian`} failure={t`Your guardian could not be loaded.`}>
        <Guardian />
      </Part>
    </Card>
  );
}

function Guardian() {
  const { data } = useLoadedQuery(guardianQuery);
  if (data.guardian) return <Consented guardian={data.guardian} />;
  return (
    <>
      <ul className="divide-y-2 divide-dashed divide-rule">
        {data.invitations.map((invitation) => (
          <Invitation key={invitation._id} invitation={invitation} />
        ))}
      </ul>
      {data.canInvite ? (
        <Invite />
      ) : (
        <p>{t`This server sends no mail, so nobody can be invited. Write to us under Support.`}</p>
      )}
    </>
  );
}

function Consented({ guardian }: { guardian: NonNullable<OwnGuardian["guardian"]> }) {
  return (
    <p className="break-words">
      {t`${guardian.name} (${guardian.email}) agreed on ${formatDay(guardian.consentedAt)}.`}
    </p>
  );
}

function Invitation({ invitation }: { invitation: GuardianInvitation }) {
  const { _id: id, email, expiresAt } = invitation;
  const cancel = useChange(() =>
    readAnswer(api.users.guardian.invitations[":id"].$delete({ param: { id } })),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="break-words font-semibold">{email}</p>
        <p className="text-sm text-soft">{t`Invited; the link works until ${formatDay(expiresAt)}`}</p>
        <ChangeFailure error={cancel.error} />
      </div>
      <Button
        disabled={cancel.isPending}
        aria-label={t`Cancel the invitation of ${email}`}
        onClick={() => cancel.mutate()}
      >
        {t`Cancel`}
      </Button>
    </li>
  );
}

function Invite() {
  const [email, setEmail] = useState("");
  const invite = useChange((json: { email: string }) =>
    readAnswer(api.users.guardian.invitations.$post({ json })),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    invite.mutate({ email }, { onSuccess: () => setEmail("") });
  }

  return (
    <form noValidate className="mt-3 space-y-3" onSubmit={submit}>
      <TextField
        label={t`Your guardian's email address`}
        type="email"
        hint={t`It has to be their own. They get a mail with a link and open it on their own device.`}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        disabled={invite.isPending}
      />
      <ChangeFailure error={invite.error} />
      <Button type="submit" disabled={email.trim() === "" || invite.isPending}>
        {invite.isPending ? t`Sending...` : t`Invite guardian`}
      </Button>
    </form>
  );
}
