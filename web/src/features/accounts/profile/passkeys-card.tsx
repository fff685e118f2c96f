import type { PasskeyResponse } from "@fairclick/core/accounts/factors";
import { t } from "@fairclick/core/language/t";
import { queryOptions } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { makePasskey } from "../../../session/passkey";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { formatDay, formatMoment } from "../../../ui/format/day";
import { notify } from "../../../ui/notify";
import { Part } from "../../../ui/part";
import { ChangeFailure } from "./change-failure";
import { useChange } from "./use-change";

const passkeysQuery = queryOptions({
  queryKey: ["profile", "passkeys"],
  queryFn: async () => (await readAnswer(api.auth.passkeys.$get())).data,
});

/** The account's passkeys: each signs in without a password. */
export function PasskeysCard() {
  return (
    <Card title={t`Passkeys`}>
      <p className="mb-4 text-soft">
        {t`Sign in with your fingerprint, face or screen lock. A passkey replaces the password and the code of an authenticator app.`}
      </p>
      <Part loading={t`Loading passkeys`} failure={t`Your passkeys could not be loaded.`}>
        <Passkeys />
      </Part>
      <AddPasskey />
    </Card>
  );
}

function Passkeys() {
  const { data: passkeys } = useLoadedQuery(passkeysQuery);
  return (
    <ul className="divide-y-2 divide-dashed divide-rule">
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey._id} passkey={passkey} />
      ))}
    </ul>
  );
}

function PasskeyLine({ passkey }: { passkey: PasskeyResponse }) {
  const { _id: id, name, createdAt, lastUsedAt } = passkey;
  const remove = useChange(() => readAnswer(api.auth.passkeys[":id"].$delete({ param: { id } })));
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="break-words font-semibold">{name}</p>
        <p className="text-sm text-soft">
          {t`Added ${formatDay(createdAt)}`} ·{" "}
          {lastUsedAt ? t`last used ${formatMoment(lastUsedAt)}` : t`never used`}
        </p>
      </div>
      <Button
        disabled={remove.isPending}
        aria-label={t`Remove ${name}`}
        onClick={() =>
          remove.mutate(undefined, {
            onError: (error) =>
              notify.error(errorMessage(error, t`Failed to remove this passkey.`)),
          })
        }
      >
        {t`Remove`}
      </Button>
    </li>
  );
}

function AddPasskey() {
  const [name, setName] = useState("");
  const add = useChange(async () => {
    const credential = await makePasskey();
    return readAnswer(api.auth.passkeys.$post({ json: { name, credential } }));
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: () => setName("") });
  }

  return (
    <form noValidate className="mt-5 space-y-3" onSubmit={submit}>
      <TextField
        label={t`Name of the new passkey`}
        placeholder={t`My laptop`}
        maxLength={60}
        value={name}
        disabled={add.isPending}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ChangeFailure error={add.error} />
      <Button type="submit" disabled={name.trim() === "" || add.isPending}>
        {add.isPending ? t`Adding...` : t`Add a passkey`}
      </Button>
    </form>
  );
}
