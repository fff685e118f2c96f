import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Spinner } from "../ui/layout";
import { failureText } from "./failure-text";
import { Outcome } from "./outcome";
import { redirectToStripe } from "./payouts";

const NO_RECEIPT = t`Failed to open the receipt. Please try again later.`;

/** Leads to Stripe's receipt and invoice of a deposit. Their addresses change. */
export function ReceiptPage({ depositId }: { depositId: string }) {
  const { error } = useQuery({
    queryKey: ["receipt", depositId],
    queryFn: async () => {
      const { url } = await readAnswer(
        api.stripe.deposits[":id"].receipt.$get({ param: { id: depositId } }),
      );
      redirectToStripe(url, NO_RECEIPT);
      return url;
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (!error) return <Spinner label={t`Opening the receipt`} />;
  return <Outcome title={t`No receipt`}>{failureText(error, NO_RECEIPT)}</Outcome>;
}
