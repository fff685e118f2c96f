import { t } from "@fairclick/core/language/t";
import type { QueryClient } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { refreshUser } from "../session/session";
import { notify } from "../ui/notify";

/** Toast texts are also their ids, so that each is shown once however often the router loads the page. */
const CONNECTED = t`Successfully connected your Stripe account!`;
const INCOMPLETE = t`Stripe still needs some details from you before it pays out.`;
const REAUTH = t`There was an issue with Stripe connection, please try again.`;

type Return = { stripe_return?: unknown; reauth?: unknown };

/** Handles a return from Stripe and shows its outcome. Returns false if the address is no return. */
export async function returnFromStripe(queryClient: QueryClient, search: Return): Promise<boolean> {
  if (search.stripe_return !== undefined) {
    await connected(queryClient);
    return true;
  }
  if (search.reauth === undefined) return false;
  notify.error(REAUTH, { id: REAUTH });
  return true;
}

async function connected(queryClient: QueryClient): Promise<void> {
  try {
    const { stripeAccountVerified } = await readAnswer(api.stripe["refresh-account"].$post());
    await refreshUser(queryClient);
    notify.success(CONNECTED, { id: CONNECTED });
    if (!stripeAccountVerified) notify.warning(INCOMPLETE, { id: INCOMPLETE });
  } catch {
    notify.error(REAUTH, { id: REAUTH });
  }
}
