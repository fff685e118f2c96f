import { createFileRoute } from "@tanstack/react-router";
import { WalletPage } from "../../../features/money/wallet/wallet-page";

export const Route = createFileRoute("/app/_signed-in/wallet")({ component: WalletPage });
