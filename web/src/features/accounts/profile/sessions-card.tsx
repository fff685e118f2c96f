import type { SessionResponse } from "@fairclick/core/accounts/account";
import { describeDevice } from "@fairclick/core/accounts/sign-in-devices";
import { describePlace } from "@fairclick/core/country-schema";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { sessionsQuery } from "../../../queries/account";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { endSession } from "../../../session/session";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Mark } from "../../../ui/clicks/stamp";
import { formatDay, formatMoment } from "../../../ui/format/day";
import { notify } from "../../../ui/notify";
import { Part } from "../../../ui/part";
import { useChange } from "./use-change";

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

function Sessions() {
  const { data: sessions } = useLoadedQuery(sessionsQuery);
  return (
    <ul className="divide-y-2 divide-dashed divide-rule">
      {sessions.map((session) => (
        <SessionLine key={session._id} session={session} />
      ))}
    </ul>
  );
}

function SessionLine({ session }: { session: SessionResponse }) {
  const end = useChange((id: string) =>
    readAnswer(api.auth.sessions[":id"].$delete({ param: { id } })),
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
          onClick={() =>
            end.mutate(session._id, {
              onError: (error) => notify.error(errorMessage(error, t`Failed to end this session.`)),
            })
          }
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
