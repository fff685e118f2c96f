import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../api/answer";
import { notify } from "../../../ui/notify";

/** Changes keys or webhooks and loads them again; shows a failure as a message. */
export function useApiChange<Input = void, Answer extends { message: string } = never>(
  change: (input: Input) => Promise<Answer>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(errorMessage(error, t`This did not work. Please try again.`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["api"] }),
  });
}
