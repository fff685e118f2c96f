import { createFileRoute, redirect } from "@tanstack/react-router";
import { Payments, type PaymentsDialog } from "../../../features/money/payments/payments";
import { historyQuery, walletQuery } from "../../../queries/wallet";

type PaymentsSearch = { dialog?: PaymentsDialog; stripe_return?: unknown; reauth?: unknown };

export const Route = createFileRoute("/app/_signed-in/payments/")({
  validateSearch: (search): PaymentsSearch => ({
    ...(search.dialog === "add-funds" || search.dialog === "withdraw" || search.dialog === "refund"
      ? { dialog: search.dialog }
      : {}),
    // Unchanged: a parsed value that serializes differently replaces the address, which reloads the page.
    ...(search.stripe_return === undefined ? {} : { stripe_return: search.stripe_return }),
    ...(search.reauth === undefined ? {} : { reauth: search.reauth }),
  }),
  beforeLoad: async ({ context, search }) => {
    if (search.stripe_return === undefined && search.reauth === undefined) return;
    const { returnFromStripe } = await import(
      "../../../features/money/payments/return-from-stripe"
    );
    if (await returnFromStripe(context.queryClient, search)) {
      throw redirect({ to: "/app/payments", replace: true });
    }
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(walletQuery);
    void queryClient.prefetchInfiniteQuery(historyQuery);
  },
  component: PaymentsPage,
});

function PaymentsPage() {
  const { dialog } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Payments
      dialog={dialog}
      onDialog={(next) =>
        void navigate({ search: next ? { dialog: next } : {}, replace: true, resetScroll: false })
      }
    />
  );
}
