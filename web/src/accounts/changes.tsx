import { useQueryClient } from "@tanstack/react-query";
import { refreshUser } from "../session/session";
import { useApiChange } from "../ui/change";

/** Changes the user's account, then refreshes profile, sessions and user. With `failure` as in `useApiChange`. */
export function useChange<Input = void, Answer extends { message: string } = { message: string }>(
  change: (input: Input) => Promise<Answer>,
  failure?: string,
) {
  const queryClient = useQueryClient();
  return useApiChange(change, {
    ...(failure === undefined ? {} : { failure }),
    refresh: [["profile"], ["sessions"]],
    onSuccess: () => refreshUser(queryClient),
  });
}
