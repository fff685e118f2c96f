import type { DeletionResponse } from "@fairclick/core/accounts/account";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { endSession } from "../../../session/session";
import { clearToken } from "../../../session/token";
import { notify } from "../../../ui/notify";

/** Read when the dialog opens: the owner agrees to the amounts that it shows. */
export const deletionQuery = queryOptions({
  queryKey: ["account", "deletion"],
  queryFn: () => readAnswer(api.users.profile.deletion.$get()),
  gcTime: 0,
  refetchOnWindowFocus: false,
});

type Deletion = Parameters<typeof api.users.profile.delete.$post>[0]["json"];

export function useDeleteAccount() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (json: Deletion) => readAnswer(api.users.profile.delete.$post({ json })),
    onSuccess: async ({ message }) => {
      // Cleared before navigating, so that no page requests the deleted account.
      clearToken();
      notify.success(message);
      await navigate({ to: "/" });
      endSession(queryClient);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: deletionQuery.queryKey }),
  });
}

export type Consent = { wallet: boolean; earnings: boolean };

/** Whether the owner has agreed to everything that the deletion loses. */
export function isAgreed({ givesUp }: DeletionResponse, consent: Consent): boolean {
  return (
    (givesUp.wallet === 0 || consent.wallet) && (!givesUp.requiresEarnings || consent.earnings)
  );
}
