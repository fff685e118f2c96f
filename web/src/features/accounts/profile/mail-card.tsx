import { t } from "@fairclick/core/language/t";
import type { MailSetting } from "@fairclick/core/notices/notices";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { mailSettingsQuery } from "../../../queries/notices";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Card } from "../../../ui/card";
import { notify } from "../../../ui/notify";
import { Part } from "../../../ui/part";
import { Switch } from "../../../ui/switch";

/** Headings of the topics; a topic that is missing here is shown under its own name. */
const topics: Record<string, string> = {
  account: t`Account and security`,
  campaigns: t`Campaigns`,
  clicks: t`Clicks`,
  money: t`Money`,
  digest: t`Summaries`,
};

export function MailCard() {
  return (
    <Card title={t`Mails`}>
      <Part loading={t`Loading mail settings`} failure={t`Your mail settings could not be loaded.`}>
        <MailSettings />
      </Part>
    </Card>
  );
}

function MailSettings() {
  const { data } = useLoadedQuery(mailSettingsQuery);
  if (!data.mailServer) {
    return (
      <p>{t`This marketplace sends no mails. You see every notice in the app, at the bell.`}</p>
    );
  }
  return (
    <>
      <p className="text-soft">
        {t`You see every notice in the app. Mails that you can switch off go to confirmed addresses only.`}
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
        {choices.length > 0 ? (
          <span className="ml-2 text-sm text-soft">{t`${on} of ${choices.length} on`}</span>
        ) : null}
      </summary>
      <ul aria-label={t`Mails about: ${name}`} className="divide-y-2 divide-dashed divide-rule">
        {choices.map((setting) => (
          <SettingLine key={setting.kind} setting={setting} />
        ))}
      </ul>
      {always.length > 0 ? (
        <div className="mt-2 text-sm text-soft">
          <p>{t`Always sent:`}</p>
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
