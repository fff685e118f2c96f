import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { profileQuery } from "../../../queries/account";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Card } from "../../../ui/card";
import { formatDay } from "../../../ui/format/day";
import { PageHeading } from "../../../ui/page-heading";
import { ArchiveCard } from "./archive-card";
import { ChannelsCard } from "./channels-card";
import { ContentForm } from "./content-form";
import { DeleteCard } from "./delete-card";
import { EmailForm } from "./email-form";
import { GoogleCard } from "./google-card";
import { GoogleOutcome } from "./google-outcome";
import { MailCard } from "./mail-card";
import { PasskeysCard } from "./passkeys-card";
import { PasswordForm } from "./password-form";
import { SecondFactorCard } from "./second-factor-card";
import { SessionsCard } from "./sessions-card";
import { UsernameForm } from "./username-form";

/** `google` is the outcome code of connecting Google, after the return from Google. */
export type ProfileView = { google?: string; dialog?: "delete" };

type ProfilePageProps = {
  view: ProfileView;
  onChange: (view: ProfileView) => void;
  payouts: (profile: ProfileResponse) => ReactNode;
};

export function ProfilePage({ view, onChange, payouts }: ProfilePageProps) {
  const { dialog, ...closed } = view;
  const { data: profile } = useLoadedQuery(profileQuery);
  return (
    <>
      <PageHeading title={t`Profile`} lead={t`Member since ${formatDay(profile.memberSince)}.`} />
      <GoogleOutcome code={view.google} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Card title={t`Account`}>
            <div className="space-y-6">
              <UsernameForm key={profile.username} username={profile.username} />
              <EmailForm key={profile.email} profile={profile} />
            </div>
          </Card>
          <ContentForm content={profile.content} />
          <ChannelsCard />
          <SessionsCard />
          <MailCard />
        </div>
        <div className="grid gap-6">
          <PasswordForm profile={profile} />
          <PasskeysCard />
          <SecondFactorCard profile={profile} />
          <GoogleCard profile={profile} />
          {payouts(profile)}
          <ArchiveCard />
          <DeleteCard
            profile={profile}
            open={dialog === "delete"}
            onOpen={(open) => onChange(open ? { ...closed, dialog: "delete" } : closed)}
          />
        </div>
      </div>
    </>
  );
}
