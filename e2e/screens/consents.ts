import type { Page } from "playwright-core";
import { answer, press, type Screen, see } from "./screen";

const at = "2026-11-23T12:00:00.000Z";
const success = (data: object) => ({ status: "success", data });

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
      name: "guardian",
      viewer: "stranger",
      path: "/guardian#x",
      before: answer(/guardian\/invitation/, success({ username: "Chris", expiresAt: at })),
      act: see("I agree"),
    },
    {
      name: "guardian-link-used",
      viewer: "stranger",
      path: "/guardian#x",
      act: see("does not work"),
    },
    {
      name: "guardian-consent",
      viewer: "stranger",
      path: "/guardian/consent#x",
      before: answer(
        /guardian\/access/,
        success({
          ...{ username: "Chris", name: "Maria Example", consentedAt: at },
          ...{ payouts: "none", country: null },
        }),
      ),
      act: see("Withdraw consent"),
    },
    {
      name: "agreement",
      viewer: "newcomer",
      path: "/app/creator-hub",
      before: refuse(/campaigns\/join\//, "age_required"),
      act: async (page) => {
        await press("Join campaign")(page);
        await see("Two things first")(page);
      },
    },
    {
      name: "proof",
      viewer: "newcomer",
      path: "/app/profile",
      before: refuse(/create-connect-account/, "proof_required"),
      act: async (page) => {
        await press("Setup Payouts")(page);
        await see("Confirm that it is you")(page);
      },
    },
  ];
}
