import { Hono } from "hono";
import { html } from "hono/html";
import type { Mailbox, StoredMail } from "./mailbox";

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; padding: 1rem; }
  a { color: inherit; }
  li { border-top: 1px solid #ccc; list-style: none; padding: .75rem 0; }
  ul { padding: 0; }
  iframe { border: 1px solid #ccc; height: 32rem; width: 100%; }
  pre { overflow-wrap: anywhere; white-space: pre-wrap; }
  small { color: #555; }`;

/**
 * Serves the mailbox to people as pages, and to programs as JSON under `/mails.json?to=ADDRESS`. A
 * mail's own HTML is shown in a frame without scripts.
 */
export function createMailboxPages(mailbox: Mailbox): Hono {
  return new Hono()
    .get("/", (c) => {
      const to = c.req.query("to") ?? "";
      return c.html(page("Mailbox", listPage(mailbox.list(to), to)));
    })
    .get("/mails.json", (c) => c.json(mailbox.list(c.req.query("to") ?? "")))
    .get("/mails/:number", (c) => {
      const mail = mailbox.find(Number(c.req.param("number")));
      return mail ? c.html(page(mail.subject, mailPage(mail))) : c.notFound();
    })
    .get("/mails/:number/html", (c) => {
      const mail = mailbox.find(Number(c.req.param("number")));
      if (!mail) return c.notFound();
      c.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'");
      return c.html(mail.html);
    });
}

function page(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport"
    content="width=device-width"><title>${title}</title><style>${style}</style></head>
    <body>${content}</body></html>`;
}

function listPage(mails: StoredMail[], to: string) {
  return html`<h1>Mailbox</h1>
    <p>Every mail that this installation sent. A stand-in: nothing leaves this machine.</p>
    <form><label>To <input name="to" type="search" value="${to}"></label> <button>Show</button></form>
    ${mails.length === 0 ? html`<p>No mail yet.</p>` : html``}
    <ul>${mails.map(
      ({ number, subject, to: recipients, receivedAt }) =>
        html`<li><a href="/mails/${number}">${subject}</a><br>
          <small>to ${recipients.join(", ")}, ${receivedAt.toISOString()}</small></li>`,
    )}</ul>`;
}

function mailPage({ number, subject, from, to, receivedAt, text }: StoredMail) {
  return html`<p><a href="/">All mails</a></p><h1>${subject}</h1>
    <p><small>from ${from}, to ${to.join(", ")}, ${receivedAt.toISOString()}</small></p>
    <iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox"
      src="/mails/${number}/html"></iframe>
    <h2>As plain text</h2><pre>${text}</pre>`;
}
