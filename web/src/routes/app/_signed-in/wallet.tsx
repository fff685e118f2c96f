import { createFileRoute } from "@tanstack/react-router";
import { WalletPage } from "../../../features/wallet/wallet-page";

export const Route = createFileRoute("/app/_signed-in/wallet")({ component: WalletPage });
