import { plural, t } from "@fairclick/core/language/t";
import { type DeletionResponse, refundBankDays } from "@fairclick/core/money/refunds";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { endSession } from "../session/session";
import { clearToken } from "../session/token";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { FieldError, Form } from "../ui/fields";
import { Line, Lines } from "../ui/figures";
import { describeSource, downToCents, exactDollars } from "../ui/format";
import { notify } from "../ui/notify";

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
        <FieldError message={describeFailure(error)} />
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
      <FieldError message={describeFailure(remove.error)} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button disabled={remove.isPending} onClick={onClose}>
          {t`Keep my account`}
        </Button>
        <Button type="submit" variant="danger" disabled={!ready}>
          {remove.isPending ? t`Deleting...` : t`Delete for good`}
        </Button>
      </div>
    </Form>
  );
}

type DeletionConsentProps = {
  givesUp: DeletionResponse["givesUp"];
  consent: Consent;
  onChange: (consent: Consent) => void;
};

/** One checkbox for each kind of money that is lost; none if nothing is. */
function DeletionConsent({ givesUp, consent, onChange }: DeletionConsentProps) {
  const { wallet, earnings, undecidedClicks, requiresEarnings } = givesUp;
  return (
    <>
      {wallet > 0 ? (
        <Agreement
          checked={consent.wallet}
          onChange={(checked) => onChange({ ...consent, wallet: checked })}
        >
          {t`I give up ${exactDollars(wallet)} of my wallet that no card can take back.`}
        </Agreement>
      ) : null}
      {requiresEarnings ? (
        <Agreement
          checked={consent.earnings}
          onChange={(checked) => onChange({ ...consent, earnings: checked })}
        >
          {undecidedClicks > 0
            ? t`I give up my earnings, now ${exactDollars(earnings)}, and what ${describeUndecided(undecidedClicks)} will earn. To keep them, withdraw them first.`
            : t`I give up my earnings, now ${exactDollars(earnings)}. To keep them, withdraw them first.`}
        </Agreement>
      ) : null}
    </>
  );
}

function describeUndecided(clicks: number): string {
  return plural(clicks, "# click that is not judged yet", "# clicks that are not judged yet");
}

type AgreementProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
};

function Agreement({ checked, onChange, children }: AgreementProps) {
  return (
    <label className="flex items-start gap-3">
      <input
        type="checkbox"
        className="mt-1 size-5 shrink-0"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** What goes back to which card, now and later, and what waits. */
function DeletionLines({ plan }: { plan: DeletionResponse }) {
  const { refunds, stripeFees, campaigns, later, owed, openDeposits, givesUp } = plan;
  return (
    <>
      {refunds.length > 0 || later > 0 || owed > 0 ? (
        <Lines>
          {refunds.map((source) => (
            <Line key={source._id} label={describeSource(source)}>
              {exactDollars(source.refundable)}
            </Line>
          ))}
          {stripeFees > 0 ? (
            <Line label={t`Of it, Stripe keeps its fees`}>{exactDollars(stripeFees)}</Line>
          ) : null}
          {later > 0 ? (
            <Line label={t`To your cards later, at most`}>{exactDollars(later)}</Line>
          ) : null}
          {owed > 0 ? (
            <Line label={t`Kept for a payment that was reversed`}>{exactDollars(owed)}</Line>
          ) : null}
        </Lines>
      ) : null}
      <ul className="list-disc space-y-1 pl-5 text-sm text-soft">
        {plan.refundsWait ? (
          <li>{t`A person checks refunds of this size before they are sent. You need to do nothing.`}</li>
        ) : null}
        {refunds.length > 0 ? (
          <li>
            {t`Banks show money that goes back after ${refundBankDays()}. If a bank does not take it, only our support can send it again.`}
          </li>
        ) : null}
        {campaigns > 0 ? (
          <li>
            {plural(
              campaigns,
              "Your campaign ends now. Earlier clicks are still judged and paid; then the rest of the budget goes back to the cards that paid it.",
              "Your # campaigns end now. Earlier clicks are still judged and paid; then the rest of the budget goes back to the cards that paid it.",
            )}
          </li>
        ) : null}
        {openDeposits > 0 ? (
          <li>{t`A payment is open. If you pay it, the money goes back to how you paid.`}</li>
        ) : null}
        {givesUp.disputes > 0 ? (
          <li>{t`A payment is disputed. Money that the dispute returns is not sent to you.`}</li>
        ) : null}
        <li>{t`Amounts under a cent are not paid out.`}</li>
      </ul>
    </>
  );
}

/** Read when the dialog opens: the owner agrees to the amounts that it shows. */
const deletionQuery = queryOptions({
  queryKey: ["account", "deletion"],
  queryFn: () => readAnswer(api.users.profile.deletion.$get()),
  gcTime: 0,
  refetchOnWindowFocus: false,
});

type Deletion = Parameters<typeof api.users.profile.delete.$post>[0]["json"];

function useDeleteAccount() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (json: Deletion) => readAnswer(api.users.profile.delete.$post({ json })),
    onSuccess: async ({ message }) => {
      // Cleared before navigating, so that no page requests the deleted account.
      clearToken();
      notify.success(message);
      await navigate({ to: "/login" });
      endSession(queryClient);
    },
    onError: () => queryClient.invalidateQueries({ queryKey: deletionQuery.queryKey }),
  });
}

type Consent = { wallet: boolean; earnings: boolean };

/** Whether the owner has agreed to everything that the deletion loses. */
function isAgreed({ givesUp }: DeletionResponse, consent: Consent): boolean {
  return (
    (givesUp.wallet === 0 || consent.wallet) && (!givesUp.requiresEarnings || consent.earnings)
  );
}
