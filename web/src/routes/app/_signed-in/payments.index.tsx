import { createFileRoute, redirect } from "@tanstack/react-router";
import { Payments } from "../../../money/payments";
import { type PaymentsDialog, parseDialog } from "../../../money/payments-dialog";
import { historyQuery, walletQuery } from "../../../queries/money";
import { useViewChange } from "../../../ui/use-view-change";

type PaymentsSearch = { dialog?: PaymentsDialog; stripe_return?: unknown; reauth?: unknown };

export const Route = createFileRoute("/app/_signed-in/payments/")({
  validateSearch: ({ dialog, ...search }): PaymentsSearch => ({
    ...withDialog(parseDialog(dialog)),
    // Unchanged: a parsed value that serializes differently replaces the address, which reloads the page.
    ...(search.stripe_return === undefined ? {} : { stripe_return: search.stripe_return }),
    ...(search.reauth === undefined ? {} : { reauth: search.reauth }),
  }),
  beforeLoad: async ({ context, search }) => {
    if (search.stripe_return === undefined && search.reauth === undefined) return;
    const { returnFromStripe } = await import("../../../money/return-from-stripe");
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

function withDialog(dialog: PaymentsDialog | undefined): { dialog?: PaymentsDialog } {
  return dialog ? { dialog } : {};
}

function PaymentsPage() {
  const { dialog } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = useViewChange({ view: withDialog(dialog), dialog: "dialog", navigate });
  return <Payments dialog={dialog} onDialog={(next) => change(withDialog(next))} />;
}
