import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshUser } from "../session/session";
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
