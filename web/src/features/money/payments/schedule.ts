import { t } from "@fairclick/core/language/t";
import type { PayoutInterval } from "@fairclick/core/money/withdrawals/payout-schedule";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { notify } from "../../../ui/notify";
import { failureText } from "./failure-text";

export const payoutScheduleQuery = queryOptions({
  queryKey: ["wallet", "payout-schedule"],
  queryFn: () => readAnswer(api.wallet["payout-schedule"].$get()),
});

type Wanted = { every: PayoutInterval; minimum: number } | { every: null };

/** Stores the schedule of automatic withdrawals. */
export function useSchedulePayouts() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: Wanted) => readAnswer(api.wallet["payout-schedule"].$put({ json })),
    onSuccess: ({ schedule }) =>
      notify.success(
        schedule ? t`Automatic withdrawals are on.` : t`Automatic withdrawals are off.`,
      ),
    onError: (error) => notify.error(failureText(error, t`Failed to save automatic withdrawals.`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: payoutScheduleQuery.queryKey }),
  });
}
