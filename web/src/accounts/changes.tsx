import { useQueryClient } from "@tanstack/react-query";
import { refreshUser } from "../session/session";
import { useApiChange } from "../ui/change";

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
