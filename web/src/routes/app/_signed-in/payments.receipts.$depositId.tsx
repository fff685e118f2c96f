import { createFileRoute } from "@tanstack/react-router";
import { ReceiptPage } from "../../../money/payment-success";

export const Route = createFileRoute("/app/_signed-in/payments/receipts/$depositId")({
  component: () => <ReceiptPage depositId={Route.useParams().depositId} />,
});
