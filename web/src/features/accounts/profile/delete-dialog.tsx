import type { DeletionResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Form } from "../../../ui/form";
import { downToCents } from "../../../ui/format/exact-dollars";
import { ChangeFailure } from "./change-failure";
import { type Consent, deletionQuery, isAgreed, useDeleteAccount } from "./deletion";
import { DeletionConsent } from "./deletion-consent";
import { DeletionLines } from "./deletion-lines";

type DeleteDialogProps = { onClose: () => void };

export function DeleteDialog({ onClose }: DeleteDialogProps) {
  const { data, error } = useQuery(deletionQuery);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Delete your account?`}
      description={t`This cannot be undone. Links that you shared stop working at once.`}
    >
      {data ? (
        // New amounts need a new agreement.
        <DeleteForm key={JSON.stringify(data.givesUp)} plan={data} onClose={onClose} />
      ) : (
        <ChangeFailure error={error} />
      )}
    </Dialog>
  );
}

type DeleteFormProps = DeleteDialogProps & { plan: DeletionResponse };

function DeleteForm({ plan, onClose }: DeleteFormProps) {
  const remove = useDeleteAccount();
  const [consent, setConsent] = useState<Consent>({ wallet: false, earnings: false });
  const ready = isAgreed(plan, consent) && !remove.isPending;

  function submit() {
    remove.mutate({
      giveUpWalletCents: consent.wallet ? downToCents(plan.givesUp.wallet).cents : 0,
      giveUpEarnings: consent.earnings,
    });
  }

  return (
    <Form onSubmit={submit}>
      <DeletionLines plan={plan} />
      <DeletionConsent givesUp={plan.givesUp} consent={consent} onChange={setConsent} />
      <ChangeFailure error={remove.error} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={remove.isPending} onClick={onClose}>
          {t`Keep my account`}
        </Button>
        <Button type="submit" variant="primary" disabled={!ready}>
          {remove.isPending ? t`Deleting...` : t`Delete for good`}
        </Button>
      </div>
    </Form>
  );
}
