import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { refreshUser, useUser } from "../session/session";
import { Button } from "../ui/button";
import { notify } from "../ui/notify";

/** In an empty market: a notice, once, when a game opens. */
export function TellMe() {
  const queryClient = useQueryClient();
  const user = useUser();
  const ask = useMutation({
    mutationFn: () => readAnswer(api.users.profile["wait-for-game"].$post()),
    onSuccess: () => refreshUser(queryClient),
    onError: (error) =>
      notify.error(errorMessage(error, t`This could not be saved. Please try again.`)),
  });
  return (
    <div role="status">
      {user?.waitsForGame ? (
        t`We will tell you when a game opens.`
      ) : (
        <Button variant="primary" disabled={ask.isPending} onClick={() => ask.mutate()}>
          {t`Tell me when a game opens`}
        </Button>
      )}
    </div>
  );
}
