import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { refreshUser } from "../../../session/session";
import { notify } from "../../../ui/notify";
import { failureText } from "./failure-text";

/** Stores the country of the user's bank. */
export function useChooseCountry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (country: string) =>
      readAnswer(api.users.profile.country.$put({ json: { country } })),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(failureText(error, t`Failed to change the country.`)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["profile"] }),
        queryClient.invalidateQueries({ queryKey: ["wallet"] }),
        refreshUser(queryClient),
      ]),
  });
}
