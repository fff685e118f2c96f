import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../api/answer";
import { refreshUser } from "../session/session";
import { FieldError } from "../ui/fields";
import { notify } from "../ui/notify";

/** Changes the user's account, then refreshes profile, sessions and user. */
export function useChange<Input = void, Answer extends { message: string } = { message: string }>(
  change: (input: Input) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async ({ message }) => {
      notify.success(message);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ["profile"] }),
        queryClient.invalidateQueries({ queryKey: ["sessions"] }),
        refreshUser(queryClient),
      ]);
    },
  });
}

export function ChangeFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return <FieldError message={errorMessage(error, t`This did not work. Please try again.`)} />;
}
