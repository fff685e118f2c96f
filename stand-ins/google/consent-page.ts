import { page } from "@fairclick/stripe-stand-in/pages/layout";
import { html } from "hono/html";
import { type AuthorizationRequest, accessDeniedUrl } from "./authorization-request";
import { type Identity, knownPeople } from "./identity";

const mode = "This page stands in for Google. Choose any person.";

/**
 * Renders the consent page: a choice of accounts. Every form submits to the authorization endpoint.
 */
export function consentPage(request: AuthorizationRequest, authorizePath: string) {
  const params = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ""}">`,
  );
  return page(
    "Sign in",
    html`<h1>Sign in to ${new URL(request.redirect_uri).host}</h1>
<p>It will see your name and e-mail address.</p>
${knownPeople.map(
  (person) => html`<form action="${authorizePath}">${params}${identityFields(person)}
<button type="submit" class="plain">Continue as ${person.name}</button></form>`,
)}
<h2>Somebody else</h2>
<form action="${authorizePath}">${params}
<label class="field">Email
<input type="email" name="email" required value="${request.login_hint ?? ""}"></label>
<label class="field">Name
<input type="text" name="name" required value="Sam Example"></label>
<label class="tick"><input type="checkbox" name="email_verified" value="true" checked>
Google has verified this address</label>
<button type="submit">Continue as this person</button>
</form>
<form method="post" action="/denied">
<input type="hidden" name="to" value="${accessDeniedUrl(request)}">
<button type="submit" class="plain">Cancel</button></form>`,
    mode,
  );
}

function identityFields({ email, name, emailVerified }: Identity) {
  return html`<input type="hidden" name="email" value="${email}">
<input type="hidden" name="name" value="${name}">
${emailVerified ? html`<input type="hidden" name="email_verified" value="true">` : ""}`;
}

export function blockedPage(problem: string) {
  return page("Access blocked", html`<h1>Access blocked</h1><p>${problem}</p>`, mode);
}
