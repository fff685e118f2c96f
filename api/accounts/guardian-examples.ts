import { DECIDED_AT, type Examples, NOW, success } from "../reference/story";

const ID = "01a1a001-f000-7b7c-9d12-84e0a6f35bd2";
const token = "3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM";
const email = "mother@example.com";
const name = "Maria Example";
const done = (message: string) => ({ answer: { status: "success", message } });

export const guardianExamples: Examples = {
  "GET /api/users/guardian": {
    answer: success({
      needed: true,
      canInvite: true,
      guardian: { name, email, consentedAt: DECIDED_AT },
      invitations: [],
    }),
  },
  "POST /api/users/guardian/invitations": {
    body: { email },
    ...done("A mail to your guardian is on its way."),
  },
  "DELETE /api/users/guardian/invitations/{id}": {
    parameters: { id: ID },
    ...done("Invitation cancelled."),
  },
  "POST /api/auth/guardian/invitation": {
    body: { token },
    answer: success({ username: "Chris", expiresAt: NOW }),
  },
  "POST /api/auth/guardian/consent": {
    body: { token, name, adult: true },
    ...done("Thank you. A mail with the next step is on its way."),
  },
  "POST /api/auth/guardian/decline": { body: { token }, ...done("You declined the invitation.") },
  "POST /api/auth/guardian/access": {
    body: { token },
    answer: success({
      username: "Chris",
      name,
      consentedAt: DECIDED_AT,
      payouts: "none",
      country: "US",
    }),
  },
  "POST /api/auth/guardian/payouts": {
    body: { token, country: "US" },
    answer: { url: "https://connect.stripe.com/setup/e/acct_1QExample/AbCdEfGhIjKl" },
  },
  "POST /api/auth/guardian/withdrawal": { body: { token }, ...done("Your consent is withdrawn.") },
};
