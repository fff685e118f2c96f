import { html, raw } from "hono/html";

type Html = ReturnType<typeof html>;

const stripeMode = "This page stands in for Stripe. No real money moves.";

/** Renders a stand-in page: one column, no script, and a line that names what it stands in for. */
export function page(title: string, content: Html, mode = stripeMode): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(styles)}</style>
</head>
<body>
<header class="mode"><strong>Test mode</strong> ${mode}</header>
<main>${content}</main>
</body>
</html>`;
}

/** Renders a page with a message only, for example for a used link. */
export function notice(title: string, text: string): Html {
  return page(title, html`<h1>${title}</h1><p>${text}</p>`);
}

export type Choice = { value: string; label: string; detail: string };

export function choices(name: string, legend: string, all: Choice[], chosen: string): Html {
  return html`<fieldset><legend>${legend}</legend>${all.map(
    ({ value, label, detail }) => html`<label class="choice">
<input type="radio" name="${name}" value="${value}" ${value === chosen ? raw("checked") : ""}>
<span>${label}</span> <small>${detail}</small></label>`,
  )}</fieldset>`;
}

export function money(cents: number, currency: string): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency });
  return format.format(cents / 100);
}

export function day(seconds: number): string {
  const format = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
  return format.format(seconds * 1000);
}

const styles = `
:root { color-scheme: light; font: 16px/1.5 system-ui, sans-serif; color: #1a1f36; background: #f6f8fa; }
* { box-sizing: border-box; }
body { margin: 0; }
.mode { margin: 0; padding: .5rem 1rem; background: #ffe9a8; color: #4a3200; font-size: .875rem; text-align: center; }
.mode strong { margin-right: .35rem; }
main { max-width: 30rem; margin: 2rem auto; padding: 1.5rem; background: #fff; border: 1px solid #d8dee4; border-radius: .75rem; }
@media (max-width: 32rem) { main { margin: 0; border: 0; border-radius: 0; } }
h1 { margin: 0 0 .25rem; font-size: 1.125rem; font-weight: 600; }
h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
p { margin: 0 0 1rem; color: #4b5563; }
.amount { margin: 0 0 1rem; font-size: 2.25rem; font-weight: 700; color: inherit; font-variant-numeric: tabular-nums; }
ul.lines { list-style: none; margin: 0 0 1rem; padding: 0; }
ul.lines li { display: flex; justify-content: space-between; gap: 1rem; padding: .5rem 0; border-bottom: 1px solid #eaeef2; }
fieldset { margin: 0 0 1.25rem; padding: 0; border: 1px solid #d8dee4; border-radius: .5rem; overflow: hidden; }
legend { float: left; width: 100%; padding: .625rem .875rem; font-weight: 600; background: #f6f8fa; border-bottom: 1px solid #d8dee4; }
legend + * { clear: both; }
.choice { display: grid; grid-template-columns: auto 1fr auto; gap: .625rem; align-items: center; padding: .625rem .875rem; border-bottom: 1px solid #eaeef2; cursor: pointer; }
.choice:last-child { border-bottom: 0; }
.choice:has(:checked) { background: #eef2ff; }
small { color: #57606a; font-variant-numeric: tabular-nums; }
label.tick { display: flex; gap: .625rem; align-items: center; margin: 0 0 1.25rem; }
label.field { display: block; margin: 0 0 1.25rem; font-weight: 600; }
input[type=email], input[type=text] { display: block; width: 100%; margin-top: .25rem; padding: .625rem .75rem; font: inherit; font-weight: 400; border: 1px solid #8c959f; border-radius: .5rem; }
input[type=radio], input[type=checkbox] { width: 1.125rem; height: 1.125rem; margin: 0; accent-color: #4338ca; }
button { display: block; width: 100%; min-height: 2.75rem; margin-top: .625rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: #fff; background: #4338ca; border: 1px solid #4338ca; border-radius: .5rem; cursor: pointer; }
button.plain { color: #1a1f36; background: #fff; border-color: #8c959f; }
button:hover { filter: brightness(.95); }
:focus-visible { outline: 3px solid #818cf8; outline-offset: 2px; }
[role=alert] { padding: .625rem .875rem; color: #86181d; background: #ffeef0; border: 1px solid #fdaeb7; border-radius: .5rem; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
caption { text-align: left; font-weight: 600; padding-bottom: .5rem; }
th, td { padding: .5rem .25rem; white-space: nowrap; text-align: left; border-bottom: 1px solid #eaeef2; }
th { color: #57606a; font-weight: 600; font-size: .8125rem; }
td.amount-cell, th.amount-cell { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; margin-bottom: 1.25rem; }
`;
