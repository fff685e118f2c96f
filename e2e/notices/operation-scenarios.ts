import { suspendUser } from "@fairclick/services/money/close-account";
import { sendContactMessage } from "@fairclick/services/operations/contact-form";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import type { Scenarios } from "./notice-world";

export const operationScenarios: Scenarios = {
  "operator.acted": async ({ app, somebody, system }) => {
    const { id } = await somebody();
    const call = { ...(await operatorCtx(app.db, app.owner, system.now)), db: system.db };
    return {
      to: null,
      change: () => suspendUser(call, { user: id, reason: "a test", dryRun: false }),
    };
  },
  "contact.message": async ({ system }) => {
    const message = { category: "money", subject: "A question", text: "Where is it?" } as const;
    const input = { ...message, email: "stranger@mail.example", token: "" };
    const settings = {
      mail: { smtpUrl: "", from: "", operatorAddresses: [] },
      controller: { name: null, address: null, contact: "hello@market.example" },
    };
    return { to: null, change: () => sendContactMessage(system, input, settings), repeats: true };
  },
};
