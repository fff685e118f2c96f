import { t } from "@fairclick/core/language/t";
import type {
  PayoutInterval,
  PayoutScheduleResponse,
} from "@fairclick/core/money/withdrawals/payout-schedule";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MoneyTerms } from "../../../policy/money-terms";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { formatDay } from "../../../ui/format/day";
import { AmountForm } from "./amount-form";
import { paymentAmount } from "./amount-rules";
import { payoutScheduleQuery, useSchedulePayouts } from "./schedule";

/** Sets up or ends automatic withdrawals. */
export function ScheduleDialog({ onClose }: { onClose: () => void }) {
  const { data, isError } = useQuery(payoutScheduleQuery);
  return (
    <Dialog open onClose={onClose} title={t`Automatic Withdrawals`}>
      {data ? <ScheduleForm schedule={data.schedule} onClose={onClose} /> : null}
      {!data && isError ? <p>{t`Failed to load your automatic withdrawals.`}</p> : null}
    </Dialog>
  );
}

type ScheduleFormProps = PayoutScheduleResponse & { onClose: () => void };

function ScheduleForm({ schedule, onClose }: ScheduleFormProps) {
  const [every, setEvery] = useState<PayoutInterval>(schedule?.every ?? "week");
  const save = useSchedulePayouts();
  return (
    <div className="space-y-5">
      <p>
        {schedule
          ? describeSchedule(schedule)
          : t`Off. Nothing is withdrawn unless you request it.`}
      </p>
      <AmountForm
        mostCents={null}
        check={paymentAmount}
        submitLabel={t`Save`}
        busy={save.isPending}
        onSubmit={(minimum) => save.mutate({ every, minimum }, { onSuccess: onClose })}
        notes={() => (
          <>
            <p className="text-sm text-soft">
              {t`The amount is the smallest that is withdrawn. On Mondays, or on the first day of a month, all earnings that can be withdrawn are requested, with the checks of every withdrawal.`}
            </p>
            <MoneyTerms act="withdrawal" />
          </>
        )}
      >
        <Field label={t`Withdraw`}>
          {(control) => (
            <select
              {...control}
              value={every}
              onChange={(event) =>
                setEvery(event.currentTarget.value === "month" ? "month" : "week")
              }
            >
              <option value="week">{t`Every week`}</option>
              <option value="month">{t`Every month`}</option>
            </select>
          )}
        </Field>
      </AmountForm>
      {schedule ? (
        <Button
          className="w-full"
          disabled={save.isPending}
          onClick={() => save.mutate({ every: null }, { onSuccess: onClose })}
        >
          {t`Turn off`}
        </Button>
      ) : null}
    </div>
  );
}

function describeSchedule(schedule: NonNullable<PayoutScheduleResponse["schedule"]>): string {
  const least = `$${schedule.minimum.toFixed(2)}`;
  const day = formatDay(schedule.nextAt);
  return schedule.every === "week"
    ? t`Every week, from ${least} on; next on ${day}.`
    : t`Every month, from ${least} on; next on ${day}.`;
}
