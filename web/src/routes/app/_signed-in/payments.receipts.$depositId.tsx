import { createFileRoute } from "@tanstack/react-router";
import { ReceiptPage } from "../../../money/receipt-page";

export const Route = createFileRoute("/app/_signed-in/payments/receipts/$depositId")({
  component: () => <ReceiptPage depositId={Route.useParams().depositId} />,
});
