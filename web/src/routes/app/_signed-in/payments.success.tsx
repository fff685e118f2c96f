import { createFileRoute } from "@tanstack/react-router";
import { BackToDraft } from "../../../campaigns/back-to-draft";
import { PaymentSuccess } from "../../../money/payment-success";

export const Route = createFileRoute("/app/_signed-in/payments/success")({
  validateSearch: (search): { session_id?: string } =>
    typeof search.session_id === "string" ? { session_id: search.session_id } : {},
  component: PaymentSuccessPage,
});

function PaymentSuccessPage() {
  const { session_id } = Route.useSearch();
  return <PaymentSuccess sessionId={session_id} backToDraft={<BackToDraft />} />;
}
