import { decimalFromMicros, dollarsFromMicros, microsFromDollars } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import {
  addBudgetSchema,
  CLICKS_PER_RATE,
  checkCampaignDates,
  payoutMicrosFromRate,
} from "@fairclick/core/campaigns/campaign-input";
import { NOTICE_HOURS } from "@fairclick/core/campaigns/prices";
import type { CampaignStatsResponse } from "@fairclick/core/clicks/stats";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useRequestIds } from "../api/use-request-ids";
import { rich } from "../language/rich";
import { walletQuery } from "../queries/money";
import { Button } from "../ui/button";
import { NextPrice } from "../ui/campaigns";
import { Dialog } from "../ui/dialog";
import { Form, plainDollars, TextField } from "../ui/fields";
import { Count, Line, Lines, Money, Total } from "../ui/figures";
import { microsFromAmount } from "../ui/format";
import { useCampaignChanges } from "./campaign-changes";
import { localMidnight, parseLimits, type TypedLimits } from "./limits";
import { limitTexts } from "./own-campaign-card";

type AddBudgetDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function AddBudgetDialog({ campaign, onClose }: AddBudgetDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const { addBudget } = useCampaignChanges(campaign._id);
  const requests = useRequestIds();

  function add() {
    const parsed = addBudgetSchema.safeParse({ amount: plainDollars(text) });
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    const dollars = dollarsFromMicros(parsed.data.amount);
    addBudget.mutate(
      { amount: dollars, requestId: requests.getId(dollars) },
      {
        onSuccess: onClose,
        onError: (failure) => {
          requests.forgetAfterRefusal(dollars, failure);
          setError(failure.message);
        },
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Add Budget`}
      description={t`The amount moves from your wallet to this campaign. Whatever valid clicks do not use is returned to your wallet.`}
    >
      <Form onSubmit={add}>
        <TextField
          label={t`Amount`}
          inputMode="decimal"
          placeholder="0.00"
          hint={t`Dollars.`}
          error={error}
          className="font-figures"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Purchase text={text} campaign={campaign} />
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={text.trim() === "" || addBudget.isPending}
        >
          {addBudget.isPending ? t`Adding...` : t`Add Budget`}
        </Button>
      </Form>
    </Dialog>
  );
}

/** What the typed amount buys, compared with the wallet. */
function Purchase({ text, campaign }: { text: string; campaign: CampaignResponse }) {
  const { data: wallet } = useQuery(walletQuery);
  const micros = microsFromDollars(plainDollars(text)) ?? 0n;
  const costMicros =
    microsFromAmount(campaign.payoutPerClick) + microsFromAmount(campaign.feePerClick);
  const missing = wallet ? micros - microsFromAmount(wallet.walletBalance) : 0n;
  const addFunds = (
    <Link to="/app/payments" search={{ dialog: "add-funds" }}>
      {t`Add funds`}
    </Link>
  );
  return (
    <div>
      <Lines>
        <Line label={t`Clicks it pays for`}>
          <Count of={Number(micros / costMicros)} />
        </Line>
        <Line label={t`Fairclick's fee per valid click`}>
          <Money dollars={campaign.feePerClick} />
        </Line>
        <Line label={t`Budget afterwards`}>
          <Money dollars={dollarsFromMicros(microsFromAmount(campaign.budget) + micros)} />
        </Line>
        {wallet ? (
          <Line label={t`In your wallet`}>
            <Money dollars={wallet.walletBalance} />
          </Line>
        ) : null}
      </Lines>
      {missing > 0n ? (
        <p className="mt-3 text-sm">
          {rich`Your wallet lacks ${<Money dollars={dollarsFromMicros(missing)} />}. ${addFunds} first.`}
        </p>
      ) : null}
    </div>
  );
}

type PriceDialogProps = { campaign: CampaignResponse; onClose: () => void };

/** Changes what a click pays, or withdraws a change that is announced. */
export function PriceDialog({ campaign, onClose }: PriceDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change Price`}
      description={t`A higher price begins at once. A lower one begins in ${NOTICE_HOURS} hours, and creators see it until then. Each click pays the price of its time.`}
    >
      {campaign.nextPrice ? (
        <Announced campaign={campaign} onClose={onClose} />
      ) : (
        <NewPrice campaign={campaign} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Announced({ campaign, onClose }: PriceDialogProps) {
  const { withdrawPrice } = useCampaignChanges(campaign._id);
  return (
    <div className="space-y-5">
      <NextPrice campaign={campaign} />
      <Button
        variant="primary"
        className="w-full"
        disabled={withdrawPrice.isPending}
        onClick={() => withdrawPrice.mutate(undefined, { onSuccess: onClose })}
      >
        {withdrawPrice.isPending ? t`Withdrawing...` : t`Keep the Old Price`}
      </Button>
    </div>
  );
}

function NewPrice({ campaign, onClose }: PriceDialogProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const { changePrice } = useCampaignChanges(campaign._id);
  const rateMicros = microsFromDollars(plainDollars(text));
  const payoutMicros = rateMicros === null ? null : payoutMicrosFromRate(rateMicros);

  function change() {
    if (payoutMicros === null) return setError(t`Valid payout rate is required`);
    changePrice.mutate(
      { payoutPerClick: dollarsFromMicros(payoutMicros) },
      { onSuccess: onClose, onError: (failure) => setError(failure.message) },
    );
  }

  return (
    <Form onSubmit={change}>
      <TextField
        label={t`New payout rate`}
        inputMode="decimal"
        placeholder="0.00"
        hint={t`Dollars per 1,000 valid clicks.`}
        error={error}
        className="font-figures"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {payoutMicros === null ? null : <Meaning campaign={campaign} payoutMicros={payoutMicros} />}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={text.trim() === "" || changePrice.isPending}
      >
        {changePrice.isPending ? t`Changing...` : t`Change Price`}
      </Button>
    </Form>
  );
}

type MeaningProps = { campaign: CampaignResponse; payoutMicros: bigint };

/** What the new price costs, and how many clicks the rest of the budget pays for. */
function Meaning({ campaign, payoutMicros }: MeaningProps) {
  const costMicros = payoutMicros + microsFromAmount(campaign.feePerClick);
  const isLower = payoutMicros < microsFromAmount(campaign.payoutPerClick);
  return (
    <Lines>
      <Line label={t`One valid click pays`}>
        <Money dollars={dollarsFromMicros(payoutMicros)} />
      </Line>
      <Line label={campaign.feePerClick > 0 ? t`1,000 clicks with the fee` : t`1,000 clicks`}>
        <Money dollars={dollarsFromMicros(costMicros * CLICKS_PER_RATE)} />
      </Line>
      <Line label={t`Clicks in what is left`}>
        <Count of={Number(microsFromAmount(campaign.budgetRemaining) / costMicros)} />
      </Line>
      <Line label={t`Begins`}>{isLower ? t`In ${NOTICE_HOURS} hours` : t`At once`}</Line>
    </Lines>
  );
}

type LimitsDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function LimitsDialog({ campaign, onClose }: LimitsDialogProps) {
  const [typed, setTyped] = useState(() => asTyped(campaign.limits));
  const [errors, setErrors] = useState<ReturnType<typeof parseLimits>["errors"]>({});
  const { edit } = useCampaignChanges(campaign._id);

  function change(next: Partial<TypedLimits>) {
    setTyped({ ...typed, ...next });
    setErrors({});
  }

  function save() {
    const { limits, errors: wrong } = parseLimits(typed, microsFromAmount(campaign.payoutPerClick));
    if (Object.keys(wrong).length > 0) return setErrors(wrong);
    edit.mutate({ limits }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Limits`}
      description={t`Clicks beyond a limit are not paid. A change applies to clicks from now on, and creators see it at once.`}
    >
      <Form onSubmit={save}>
        {(["dailyCap", "creatorCap"] as const).map((name) => (
          <TextField
            key={name}
            {...limitTexts[name]}
            inputMode="decimal"
            className="font-figures"
            error={errors[name]}
            value={typed[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" variant="primary" className="w-full" disabled={edit.isPending}>
          {edit.isPending ? t`Saving...` : t`Save`}
        </Button>
      </Form>
    </Dialog>
  );
}

function asTyped({ dailyCap, creatorCap }: CampaignResponse["limits"]): TypedLimits {
  const text = (dollars: number | null) =>
    dollars === null ? "" : decimalFromMicros(microsFromAmount(dollars));
  return { dailyCap: text(dailyCap), creatorCap: text(creatorCap) };
}

type MoveEndDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function MoveEndDialog({ campaign, onClose }: MoveEndDialogProps) {
  const [day, setDay] = useState(localDay(campaign.endDate));
  const [error, setError] = useState<string>();
  const { edit } = useCampaignChanges(campaign._id);

  function move() {
    const endDate = localMidnight(day);
    const wrong =
      day === ""
        ? t`End date is required`
        : checkCampaignDates({ startDate: campaign.startDate, endDate }, new Date());
    if (wrong) return setError(wrong);
    edit.mutate(
      { endDate },
      { onSuccess: onClose, onError: (failure) => setError(failure.message) },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change End Date`}
      description={t`Later or earlier, but not before tomorrow. Creators see the new date at once.`}
    >
      <Form onSubmit={move}>
        <TextField
          label={t`End date`}
          type="date"
          hint={t`The campaign ends as this day begins.`}
          error={error}
          value={day}
          onChange={(event) => {
            setDay(event.currentTarget.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" className="w-full" disabled={edit.isPending}>
          {edit.isPending ? t`Saving...` : t`Save`}
        </Button>
      </Form>
    </Dialog>
  );
}

type EndCampaignDialogProps = {
  campaign: CampaignResponse;
  stats: CampaignStatsResponse;
  onClose: () => void;
};

/** Asks for confirmation and shows what is returned, because ending cannot be undone. */
export function EndCampaignDialog({ campaign, stats, onClose }: EndCampaignDialogProps) {
  const { end } = useCampaignChanges(campaign._id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`End this campaign?`}
      description={t`It cannot be restarted.`}
      footer={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button
            variant="primary"
            disabled={end.isPending}
            onClick={() => end.mutate(undefined, { onSettled: onClose })}
          >
            {end.isPending ? t`Ending...` : t`End Campaign`}
          </Button>
        </>
      }
    >
      {campaign.status === "AWAITING_FUNDS" ? (
        <p>{t`Nothing was reserved for it, so nothing is returned.`}</p>
      ) : (
        <>
          <p className="mb-4">
            {t`New clicks stop paying now. Those already made are judged and paid; then the rest comes back to your wallet.`}
          </p>
          <Lines>
            <Line label={t`Left of the budget`}>
              <Money dollars={stats.budgetRemaining} />
            </Line>
            <Line label={t`Pending clicks, at most`}>
              <Money dollars={-stats.pending} />
            </Line>
            {stats.held > 0 ? (
              <Line label={t`Held clicks, at most`}>
                <Money dollars={-stats.held} />
              </Line>
            ) : null}
          </Lines>
          <dl>
            <Total label={t`Returned, at least`}>
              <Money dollars={minimumRefund(stats)} />
            </Total>
          </dl>
          {stats.held > 0 ? (
            <p className="mt-3 text-sm text-soft">
              {t`An operator reviews held clicks within a week. Their budget is returned after that.`}
            </p>
          ) : null}
        </>
      )}
    </Dialog>
  );
}

type Left = Pick<CampaignStatsResponse, "budgetRemaining" | "pending" | "held">;

/** Least amount that an ended campaign returns: every pending and held click is assumed valid. */
export function minimumRefund({ budgetRemaining, pending, held }: Left): number {
  const waiting = microsFromAmount(pending) + microsFromAmount(held);
  const rest = microsFromAmount(budgetRemaining) - waiting;
  return dollarsFromMicros(rest > 0n ? rest : 0n);
}

/** Calendar day (`2026-03-01`) of a time in the viewer's time zone, as date inputs need it. */
function localDay(moment: string): string {
  const at = new Date(moment);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 10);
}
