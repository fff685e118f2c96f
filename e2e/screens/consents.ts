import type { Page } from "playwright-core";
import { press, type Screen, see } from "./screen";

/** Answers matching requests with this refusal, so that the app asks in a dialog. */
const refuse = (url: RegExp, code: string) => (page: Page) =>
  page.route(url, (route) =>
    route.fulfill({ status: 403, json: { status: "error", code, message: "Needed first." } }),
  );

/** Pages that links in mails open, and dialogs that ask before a request continues. */
export function consents(): Screen[] {
  return [
    {
      name: "cancel-recovery",
      viewer: "stranger",
      path: "/cancel-recovery#x",
      act: see("The operators then leave"),
    },
    {
      name: "agreement",
      viewer: "newcomer",
      path: "/app/creator-hub",
      before: refuse(/campaigns\/join\//, "terms_required"),
      act: async (page) => {
        await press("Join campaign")(page);
        await see("Our terms")(page);
      },
    },
    {
      name: "proof",
      viewer: "newcomer",
      path: "/app/payments",
      before: refuse(/create-connect-account/, "proof_required"),
      act: async (page) => {
        await press("Setup Payouts")(page);
        await see("Confirm that it is you")(page);
      },
    },
  ];
}
