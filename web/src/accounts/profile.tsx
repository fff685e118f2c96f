import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { type CreatorContent, contentName } from "@fairclick/core/accounts/creator-content";
import { t } from "@fairclick/core/language/t";
import type { MailSetting } from "@fairclick/core/notices/notices";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { describeFailure, errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { mailSettingsQuery, profileQuery } from "../queries/accounts";
import { Button } from "../ui/button";
import { useDownload } from "../ui/change";
import { ContentPicker } from "../ui/chips";
import { ConfirmAddress } from "../ui/confirm-address";
import { EmailField, FieldError, MinorField, Switch, TextField } from "../ui/fields";
import { Receipt } from "../ui/figures";
import { formatDay } from "../ui/format";
import { BelowFold, Card, PageHeading, Part } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { notify } from "../ui/notify";
import { Tabs } from "../ui/tabs";
import { useForm } from "../ui/use-form";
import { useChange } from "./changes";
import { ChannelsCard } from "./channels";
import { GoogleCard, PasskeysCard, PasswordForm, SecondFactorCard, SessionsCard } from "./security";

const profileSections = ["you", "channels", "security", "mails", "data"] as const;
type ProfileSection = (typeof profileSections)[number];

export type ProfileView = { section?: string; dialog?: "delete" };

function shownSection({ section, dialog }: ProfileView): ProfileSection {
  if (dialog) return "data";
  return profileSections.find((each) => each === section) ?? "you";
}

type ProfilePageProps = { view: ProfileView; onChange: (view: ProfileView) => void };

/** The account in sections, each with an address of its own. */
export function ProfilePage({ view, onChange }: ProfilePageProps) {
  const { data: profile } = useSuspenseQuery(profileQuery);
  const content: Record<ProfileSection, () => ReactNode> = {
    you: () => <You profile={profile} />,
    channels: () => <ChannelsCard />,
    security: () => <Security profile={profile} />,
    mails: () => <MailCard />,
    data: () => (
      <>
        <ArchiveCard memberSince={profile.memberSince} />
        <DeleteCard
          profile={profile}
          open={view.dialog === "delete"}
          onOpen={(open) =>
            onChange(open ? { section: "data", dialog: "delete" } : { section: "data" })
          }
        />
      </>
    ),
  };
  return (
    <>
      <PageHeading title={t`Profile`} />
      <Tabs
        label={t`Profile`}
        tabs={profileSections.map((name) => ({
          name,
          label: sectionNames[name],
          content: () => (
            <div className="grid items-start gap-6 lg:grid-cols-2">{content[name]()}</div>
          ),
        }))}
        current={shownSection(view)}
        onChange={(section) => onChange({ section })}
      />
    </>
  );
}

const sectionNames: Record<ProfileSection, string> = {
  you: t`You`,
  channels: t`Channels`,
  security: t`Security`,
  mails: t`Mails`,
  data: t`Data`,
};

function You({ profile }: { profile: ProfileResponse }) {
  return (
    <>
      <Card title={t`Account`}>
        <div className="space-y-6">
          <UsernameForm key={profile.username} username={profile.username} />
          <EmailForm key={profile.email} profile={profile} />
          <Age isMinor={profile.isMinor} />
        </div>
      </Card>
      <BelowFold>
        <ContentForm content={profile.content} />
      </BelowFold>
    </>
  );
}

function Security({ profile }: { profile: ProfileResponse }) {
  return (
    <>
      <div>
        <Receipt>
          <PasswordForm profile={profile} />
          <PasskeysCard />
          <SecondFactorCard profile={profile} />
          <GoogleCard profile={profile} />
        </Receipt>
      </div>
      <SessionsCard />
    </>
  );
}

function UsernameForm({ username }: { username: string }) {
  const change = useChange((json: { username: string }) =>
    readAnswer(api.users.profile.username.$put({ json })),
  );
  const form = useForm("username", { username });
  return (
    <form {...form.bind((input) => change.mutate(input))} className="space-y-3">
      <TextField
        label={t`Username`}
        autoComplete="username"
        disabled={change.isPending}
        {...form.field("username")}
      />
      <FieldError message={describeFailure(change.error)} />
      {form.values.username.trim() === username ? null : (
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? t`Saving...` : t`Save username`}
        </Button>
      )}
    </form>
  );
}

function Age({ isMinor }: Pick<ProfileResponse, "isMinor">) {
  const change = useChange((json: { isMinor: boolean }) =>
    readAnswer(api.users.profile.minor.$put({ json })),
  );
  return (
    <>
      <MinorField
        checked={change.isPending ? change.variables.isMinor : isMinor}
        disabled={change.isPending}
        onChange={(next) => change.mutate({ isMinor: next })}
      />
      <FieldError message={describeFailure(change.error)} />
    </>
  );
}

function EmailForm({ profile }: { profile: ProfileResponse }) {
  const form = useForm("email", { email: profile.email });
  const change = useChange((json: { email: string }) =>
    readAnswer(api.users.profile.email.$put({ json })),
  );
  const changed = form.values.email.trim().toLowerCase() !== profile.email;
  return (
    <form {...form.bind((input) => change.mutate(input))} className="space-y-3">
      <EmailField disabled={change.isPending} {...form.field("email")} />
      {changed ? null : <AddressState profile={profile} />}
      <FieldError message={describeFailure(change.error)} />
      {changed ? (
        <Button type="submit" disabled={change.isPending}>
          {change.isPending ? t`Saving...` : t`Save email`}
        </Button>
      ) : null}
    </form>
  );
}

/** Says whether the address is confirmed, and mails the link again. Empty without a mail server. */
function AddressState({ profile }: { profile: ProfileResponse }) {
  if (!profile.mailAvailable) return null;
  if (profile.emailConfirmed) return <p className="text-soft">{t`This address is confirmed.`}</p>;
  return (
    <ConfirmAddress>
      {t`This address is not confirmed. We mailed you a link; payouts need it.`}
    </ConfirmAddress>
  );
}

/** What the account makes, and where, folded. Campaigns can name the creators that they want. */
function ContentForm({ content }: { content: CreatorContent }) {
  const [value, setValue] = useState(content);
  const chosen = [...content.categories, ...content.platforms].map(contentName).join(", ");
  const change = useChange((json: CreatorContent) =>
    readAnswer(api.users.profile.content.$put({ json })),
  );
  return (
    <Card title={t`What you make`}>
      <p className="text-soft">
        {t`Some campaigns want creators of certain content or platforms.`}
      </p>
      <details>
        <summary className="min-h-11 py-2 font-semibold">{chosen || t`Choose`}</summary>
        <form
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate(value);
          }}
        >
          <ContentPicker
            value={value}
            onChange={setValue}
            categoriesLabel={t`Content`}
            platformsLabel={t`Platforms`}
          />
          <FieldError message={describeFailure(change.error)} />
          <Button type="submit" disabled={change.isPending}>
            {change.isPending ? t`Saving...` : t`Save what you make`}
          </Button>
        </form>
      </details>
    </Card>
  );
}

/** Downloads everything that is stored about the account. */
export function ArchiveCard({ memberSince }: Pick<ProfileResponse, "memberSince">) {
  const download = useDownload("fairclick-data.zip", () => api.users.profile.archive.$post());
  return (
    <Card title={t`Your data`}>
      <p className="mb-5">
        {t`One ZIP file with your account, sessions, campaigns, links, the clicks on your links, payments and notices. Data about the visitors who clicked is not in it.`}
      </p>
      <p className="mb-5 text-soft">{t`Member since ${formatDay(memberSince)}.`}</p>
      <FieldError message={describeFailure(download.error)} />
      <Button
        className="self-start"
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? t`Downloading...` : t`Download your data`}
      </Button>
    </Card>
  );
}

/** Headings of the topics; a topic that is missing here is shown under its own name. */
const topics: Record<string, string> = {
  account: t`Account and security`,
  campaigns: t`Campaigns`,
  clicks: t`Clicks`,
  money: t`Money`,
};

function MailCard() {
  return (
    <Card title={t`Mails`}>
      <Part loading={t`Loading mail settings`} failure={t`Your mail settings could not be loaded.`}>
        <MailSettings />
      </Part>
    </Card>
  );
}

function MailSettings() {
  const { data } = useSuspenseQuery(mailSettingsQuery);
  if (!data.mailServer) {
    return (
      <p>{t`This marketplace sends no mails. You see every notice in the app, at the bell.`}</p>
    );
  }
  return (
    <>
      <p className="text-soft">
        {t`You see every notice in the app. Mails about them go to confirmed addresses only.`}
      </p>
      {[...Map.groupBy(data.data, ({ topic }) => topic)].map(([topic, settings]) => (
        <Topic key={topic} name={topics[topic] ?? topic} settings={settings} />
      ))}
    </>
  );
}

/** A topic that can be opened; closed, it still says how many of its mails are on. */
function Topic({ name, settings }: { name: string; settings: MailSetting[] }) {
  const choices = settings.filter(({ optional }) => optional);
  const always = settings.filter(({ optional }) => !optional);
  const on = choices.filter(({ mail }) => mail).length;
  return (
    <details className="mt-3">
      <summary className="py-2">
        <span className="font-bold">{name}</span>
        <span className="ml-2 text-sm text-soft">
          {choices.length > 0 ? t`${on} of ${choices.length} on` : t`Always sent`}
        </span>
      </summary>
      <ul aria-label={t`Mails about: ${name}`} className="divide-y-2 divide-dashed divide-rule">
        {choices.map((setting) => (
          <SettingLine key={setting.kind} setting={setting} />
        ))}
      </ul>
      {always.length > 0 ? (
        <div className="mt-2 text-sm text-soft">
          {choices.length > 0 ? <p>{t`Always sent`}</p> : null}
          <ul className="list-disc pl-5">
            {always.map(({ kind, event }) => (
              <li key={kind}>{event}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </details>
  );
}

function SettingLine({ setting: { kind, event, mail } }: { setting: MailSetting }) {
  const set = useSetMail(kind);
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <span className="min-w-0 break-words">{event}</span>
      <Switch
        label={t`Mail: ${event}`}
        checked={set.isPending ? set.variables : mail}
        disabled={set.isPending}
        onChange={(next) => set.mutate(next)}
      />
    </li>
  );
}

/** Stays pending until the settings are loaded again, so that the switch does not jump back. */
function useSetMail(kind: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mail: boolean) => readAnswer(api.notices.settings.$put({ json: { kind, mail } })),
    onSuccess: () => queryClient.invalidateQueries(mailSettingsQuery),
    onError: (error) =>
      notify.error(errorMessage(error, t`Your mail settings could not be changed.`)),
  });
}

const DeleteDialog = lazyPart(async () => (await import("./deletion")).DeleteDialog);

type DeleteCardProps = {
  profile: ProfileResponse;
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** Deletes the account, or lists what prevents it. */
function DeleteCard({ profile, open, onOpen }: DeleteCardProps) {
  const { obstacles } = profile;
  return (
    <Card title={t`Delete account`}>
      {obstacles.length > 0 ? (
        <>
          <p className="mb-2">{t`This account cannot be deleted yet:`}</p>
          <ul className="mb-5 list-disc space-y-1 pl-5">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mb-5">
          {t`Your name, email address and sessions are deleted. Unused wallet money goes back to your cards. Accounting records stay, without your name.`}
        </p>
      )}
      <div className="mt-auto">
        <Button variant="danger" disabled={obstacles.length > 0} onClick={() => onOpen(true)}>
          {t`Delete account`}
        </Button>
      </div>
      <Suspense fallback={null}>
        {open ? <DeleteDialog onClose={() => onOpen(false)} /> : null}
      </Suspense>
    </Card>
  );
}
