import type { ProfileResponse } from "@fairclick/core/accounts/account-schema";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { endSession } from "../../../session/session";
import { clearToken } from "../../../session/token";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { notify } from "../../../ui/notify";
import { ChangeFailure } from "./change-failure";
import { ProofField } from "./proof-field";
import { otherFailure, useProof } from "./use-proof";

type DeleteDialogProps = { profile: ProfileResponse; onClose: () => void };

export function DeleteDialog({ profile, onClose }: DeleteDialogProps) {
  const remove = useDeleteAccount();
  const proof = useProof(profile, remove.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Delete your account?"
      description="This cannot be undone. Links that you shared stop working at once."
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate(proof.password);
        }}
      >
        <p>Amounts under a cent are not paid out.</p>
        <ProofField {...proof.field} disabled={remove.isPending} />
        <ChangeFailure error={otherFailure(remove.error)} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={remove.isPending} onClick={onClose}>
            Keep my account
          </Button>
          <Button type="submit" variant="primary" disabled={!proof.ready || remove.isPending}>
            {remove.isPending ? "Deleting..." : "Delete for good"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function useDeleteAccount() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (password: string | null) =>
      readAnswer(api.users.profile.delete.$post({ json: { password } })),
    onSuccess: async ({ message }) => {
      // Cleared before navigating, so that no page requests the deleted account.
      clearToken();
      notify.success(message);
      await navigate({ to: "/" });
      endSession(queryClient);
    },
  });
}
