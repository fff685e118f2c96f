import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../api/answer";
import { refreshUser } from "../session/session";
import { useApiChange } from "../ui/change";
import { FieldError } from "../ui/fields";

/** Changes the user's account, then refreshes profile, sessions and user. */
export function useChange<Input = void, Answer extends { message: string } = { message: string }>(
  change: (input: Input) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useApiChange(change, {
    refresh: [["profile"], ["sessions"]],
    onSuccess: () => refreshUser(queryClient),
  });
}

export function ChangeFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return <FieldError message={errorMessage(error, t`This did not work. Please try again.`)} />;
}
