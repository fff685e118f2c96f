import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  type ProfileResponse,
  type SessionResponse,
} from "@fairclick/core/accounts/account";
import type { PasskeyResponse } from "@fairclick/core/accounts/factors";
import { describeDevice } from "@fairclick/core/accounts/sign-in-devices";
import { describePlace } from "@fairclick/core/country-schema";
import { t } from "@fairclick/core/language/t";
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { describeFailure, errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { sessionsQuery } from "../queries/accounts";
import { makePasskey } from "../session/passkey";
import { endSession } from "../session/session";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/copy-button";
import { FieldError, Form, TextField } from "../ui/fields";
import { Mark } from "../ui/figures";
import { formatDay, formatMoment } from "../ui/format";
import { Card, PageSpinner, Part } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { notify } from "../ui/notify";
import { useForm } from "../ui/use-form";
import { useChange } from "./changes";

type FoldProps = { title: string; state: string; children: ReactNode };

/** A way to sign in, with its state; it opens to be changed. */
function Fold({ title, state, children }: FoldProps) {
  return (
    <section aria-label={title} className="border-rule border-b-2 border-dashed last:border-b-0">
      <details>
        <summary className="flex min-h-12 items-center gap-x-3 py-2">
          <h2 className="text-lg">{title}</h2>
          <span className="ml-auto text-right text-sm text-soft">{state}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
        </summary>
        <div className="flex flex-col pb-5">{children}</div>
      </details>
    </section>
  );
}

export function PasswordForm({ profile }: { profile: ProfileResponse }) {
  const form = useForm("newPassword", { newPassword: "" });
  const change = useChange((json: { newPassword: string }) =>
    readAnswer(api.auth.password.$post({ json })),
  );
  const send = (input: typeof form.values) =>
    change.mutate(input, { onSuccess: () => form.set({ newPassword: "" }) });

  return (
    <Fold title={t`Password`} state={profile.hasPassword ? t`Set` : t`None`}>
      <form {...form.bind(send)} className="space-y-3">
        {profile.hasPassword ? null : (
          <p>{t`You sign in with Google. With a password, you can also sign in without Google.`}</p>
        )}
        <input type="hidden" name="username" autoComplete="username" value={profile.email} />
        <TextField
          label={t`New password`}
          type="password"
          autoComplete="new-password"
          hint={t`${PASSWORD_MIN} to ${PASSWORD_MAX} characters. Every other session ends.`}
          disabled={change.isPending}
          {...form.field("newPassword")}
        />
        <FieldError message={describeFailure(change.error)} />
        <Button type="submit" disabled={form.values.newPassword === "" || change.isPending}>
          {change.isPending
            ? t`Saving...`
            : profile.hasPassword
              ? t`Change password`
              : t`Set a password`}
        </Button>
      </form>
    </Fold>
  );
}

export function GoogleCard({ profile }: { profile: ProfileResponse }) {
  const { google, hasPassword } = profile;
  if (!google.available && !google.connected) return null;
  return (
    <Fold title="Google" state={google.connected ? t`Connected` : t`Not connected`}>
      {google.connected ? (
        <Connected hasPassword={hasPassword} />
      ) : (
        <p>{t`Not connected. Sign in with Google once, with this email address, to connect it.`}</p>
      )}
    </Fold>
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
      <FieldError message={describeFailure(disconnect.error)} />
    </>
  );
}

const passkeysQuery = queryOptions({
  queryKey: ["profile", "passkeys"],
  queryFn: async () => (await readAnswer(api.auth.passkeys.$get())).data,
});

/** The account's passkeys: each signs in without a password. */
export function PasskeysCard() {
  return (
    <Fold title={t`Passkeys`} state={t`Fingerprint, face or screen lock`}>
      <p className="mb-4 text-soft">
        {t`Sign in with your fingerprint, face or screen lock. A passkey replaces the password and the code of an authenticator app.`}
      </p>
      <Part loading={t`Loading passkeys`} failure={t`Your passkeys could not be loaded.`}>
        <Passkeys />
      </Part>
      <AddPasskey />
    </Fold>
  );
}

function Passkeys() {
  const { data: passkeys } = useSuspenseQuery(passkeysQuery);
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
  const remove = useChange(
    () => readAnswer(api.auth.passkeys[":id"].$delete({ param: { id } })),
    t`Failed to remove this passkey.`,
  );
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
        onClick={() => remove.mutate()}
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

  return (
    <Form
      className="mt-5 space-y-3"
      onSubmit={() => add.mutate(undefined, { onSuccess: () => setName("") })}
    >
      <TextField
        label={t`Name of the new passkey`}
        placeholder={t`My laptop`}
        maxLength={60}
        value={name}
        disabled={add.isPending}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FieldError message={describeFailure(add.error)} />
      <Button type="submit" disabled={name.trim() === "" || add.isPending}>
        {add.isPending ? t`Adding...` : t`Add a passkey`}
      </Button>
    </Form>
  );
}

const SetUpTotp = lazyPart(async () => (await import("./set-up-totp")).SetUpTotp);

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
    <Fold title={t`Authenticator app`} state={profile.secondFactor.on ? t`On` : t`Off`}>
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
    </Fold>
  );
}

type RecoveryCodesProps = { codes: string[]; onDone: () => void };

function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div role="status" className="space-y-4">
      <p>
        {t`Keep these recovery codes in a safe place. Each replaces your app once. They are not shown again.`}
      </p>
      <ul className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyLink
          link={codes.join("\n")}
          label={t`Copy codes`}
          copied={t`Recovery codes copied.`}
        />
        <Button onClick={onDone}>{t`I have saved them`}</Button>
      </div>
    </div>
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

  function turnOff() {
    renew.reset();
    remove.mutate(json, { onSuccess: onCancel });
  }

  return (
    <Form
      className="space-y-3"
      onSubmit={() => {
        remove.reset();
        renew.mutate(json, { onSuccess: ({ data }) => onCodes(data.recoveryCodes) });
      }}
    >
      <TextField
        label={t`Code`}
        autoComplete="one-time-code"
        hint={t`Six digits of your authenticator app, or a recovery code.`}
        value={code}
        disabled={busy}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <FieldError message={describeFailure(error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!ready}>
          {t`Make new recovery codes`}
        </Button>
        <Button disabled={!ready} onClick={turnOff}>
          {t`Turn off`}
        </Button>
        <Button onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </Form>
  );
}

type Code = { code: string };

export function SessionsCard() {
  const everywhere = useSignOutEverywhere();
  return (
    <Card title={t`Where you are signed in`}>
      <Part loading={t`Loading sessions`} failure={t`Your sessions could not be loaded.`}>
        <Sessions />
      </Part>
      <div className="mt-5">
        <Button disabled={everywhere.isPending} onClick={() => everywhere.mutate()}>
          {t`Sign out everywhere`}
        </Button>
        <p className="mt-2 text-sm text-soft">{t`This also signs you out here.`}</p>
      </div>
    </Card>
  );
}

const MOST_SESSIONS = 4;

function Sessions() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const [shown, setShown] = useState(MOST_SESSIONS);
  return (
    <>
      <ul className="divide-y-2 divide-dashed divide-rule">
        {sessions.slice(0, shown).map((session) => (
          <SessionLine key={session._id} session={session} />
        ))}
      </ul>
      {sessions.length > shown ? (
        <Button variant="quiet" onClick={() => setShown(sessions.length)}>
          {t`Show all ${sessions.length}`}
        </Button>
      ) : null}
    </>
  );
}

function SessionLine({ session }: { session: SessionResponse }) {
  const end = useChange(
    (id: string) => readAnswer(api.auth.sessions[":id"].$delete({ param: { id } })),
    t`Failed to end this session.`,
  );
  const device = describeDevice(session.userAgent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-semibold first-letter:uppercase">{device}</p>
        <p className="text-sm text-soft">
          {[
            describePlace(session.country),
            t`signed in ${formatMoment(session.signedInAt)}`,
            t`last used ${formatDay(session.lastUsedAt)}`,
          ].join(" · ")}
        </p>
      </div>
      {session.current ? (
        <Mark tone="valid">{t`THIS ONE`}</Mark>
      ) : (
        <Button
          disabled={end.isPending}
          aria-label={t`Sign out ${device}, signed in ${formatMoment(session.signedInAt)}`}
          onClick={() => end.mutate(session._id)}
        >
          {t`Sign out`}
        </Button>
      )}
    </li>
  );
}

function useSignOutEverywhere() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => readAnswer(api.auth.sessions.$delete()),
    onSuccess: async ({ message }) => {
      notify.success(message);
      await navigate({ to: "/login" });
      endSession(queryClient);
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to sign out everywhere.`)),
  });
}
