import type { MailSetting } from "@fairclick/core/notices/notice-schema";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { mailSettingsQuery } from "../../../queries/notices";
import { Card } from "../../../ui/card";
import { notify } from "../../../ui/notify";
import { Part } from "../../../ui/part";
import { Switch } from "../../../ui/switch";

/** Headings of the topics; a topic that is missing here is shown under its own name. */
const topics: Record<string, string> = {
  account: "Account and security",
  campaigns: "Campaigns",
  clicks: "Clicks",
  money: "Money",
  digest: "Summaries",
};

export function MailCard() {
  return (
    <Card title="Mails">
      <Part loading="Loading mail settings" failure="Your mail settings could not be loaded.">
        <MailSettings />
      </Part>
    </Card>
  );
}

function MailSettings() {
  const { data } = useSuspenseQuery(mailSettingsQuery);
  if (!data.mailServer) {
    return <p>This marketplace sends no mails. You see every notice in the app, at the bell.</p>;
  }
  return (
    <>
      <p className="text-soft">
        You see every notice in the app. Mails that you can switch off go to confirmed addresses
        only.
      </p>
      {[...Map.groupBy(data.data, ({ topic }) => topic)].map(([topic, settings]) => (
        <section key={topic} aria-label={topics[topic] ?? topic} className="mt-5">
          <h3 className="text-base">{topics[topic] ?? topic}</h3>
          <ul className="divide-y-2 divide-dashed divide-rule">
            {settings.map((setting) => (
              <SettingLine key={setting.kind} setting={setting} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function SettingLine({ setting: { kind, event, mail, optional } }: { setting: MailSetting }) {
  const set = useSetMail(kind);
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <span className="min-w-0 break-words">{event}</span>
      {optional ? (
        <Switch
          label={`Mail: ${event}`}
          checked={set.isPending ? set.variables : mail}
          disabled={set.isPending}
          onChange={(next) => set.mutate(next)}
        />
      ) : (
        <span className="shrink-0 text-sm text-soft">Always sent</span>
      )}
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
      notify.error(errorMessage(error, "Your mail settings could not be changed.")),
  });
}
