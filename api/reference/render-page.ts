import type { ApiDocument } from "../openapi";
import { escapeMarkup } from "../pages/escape-markup";
import type { Answer, Operation, Parameter } from "./complete-document";
import { listTypes, type Schema } from "./make-example";

/** Renders the OpenAPI document as one HTML page without scripts. */
export function renderReference({ info, paths }: ApiDocument): string {
  const groups = new Map<string, Entry[]>();
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const group = operation.tags?.[0] ?? "";
      groups.set(group, [...(groups.get(group) ?? []), { method, path, operation }]);
    }
  }
  const sorted = [...groups].sort(([a], [b]) => groupIndex(a) - groupIndex(b));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · ${escapeMarkup(info.title)}</title>
<meta name="description" content="Every route of Fairclick's API, with its parameters, answers and errors.">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs.css">
</head>
<body>
<header>
<p><a href="/">${escapeMarkup(info.title)}</a></p>
<h1>API reference</h1>
${info.description.split("\n\n").map(renderText).join("\n")}
<p><a href="/docs/webhooks">Webhooks and API keys</a>: how to receive events, verify them, and call the API.</p>
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a>, an OpenAPI 3.1 document.</p>
</header>
<nav aria-label="Groups"><ul>
${sorted.map(([name, entries]) => `<li><a href="#${slug(name)}">${escapeMarkup(name)}</a> <span>${entries.length}</span></li>`).join("\n")}
</ul></nav>
<main>
${sorted.map(([name, entries]) => renderGroup(name, entries)).join("\n")}
</main>
</body>
</html>
`;
}

type Entry = { method: string; path: string; operation: Operation };

const order = [
  "Conversions",
  "Links in use",
  "Your programs",
  "Campaigns",
  "A creator's links",
  "Signing in",
  "Account",
  "Payments",
  "Rules",
  "Running it",
  "Operators",
];

function groupIndex(group: string): number {
  return order.includes(group) ? order.indexOf(group) : order.length;
}

function renderGroup(name: string, entries: Entry[]): string {
  return `<section aria-labelledby="${slug(name)}">
<h2 id="${slug(name)}">${escapeMarkup(name)}</h2>
${[...entries].sort(byDepth).map(renderOperation).join("\n")}
</section>`;
}

/** Sorts short paths before long ones. */
function byDepth(a: Entry, b: Entry): number {
  return a.path.split("/").length - b.path.split("/").length;
}

const callers: Record<string, string> = {
  public: "Anybody",
  user: "Signed-in users",
  "user:proof": "Signed-in users who signed in or proved their identity within ten minutes",
  campaign: "A campaign's API key",
  operator: "Operators",
};

function describeCaller({ "x-access": access, "x-key-scope": scope }: Operation): string {
  const caller = callers[access] ?? `Operators with the scope ${access.slice("operator:".length)}`;
  if (access !== "user" || scope === undefined) return caller;
  return scope === "none"
    ? `${caller}; no API keys`
    : `${caller}, and API keys with the scope ${scope}`;
}

function renderOperation({ method, path, operation }: Entry): string {
  const caller = describeCaller(operation);
  const { parameters = [], requestBody, responses } = operation;
  return `<details id="${slug(`${method}-${path}`)}">
<summary><code class="method" data-method="${escapeMarkup(method)}">${escapeMarkup(method.toUpperCase())}</code> <code class="path">${escapeMarkup(path)}</code> <span>${escapeMarkup(operation.summary)}</span></summary>
<p class="who">${escapeMarkup(caller)}</p>
${parameters.length > 0 ? `<h3>Parameters</h3>\n${renderRows(parameters.map(describeParameter))}` : ""}
${requestBody ? renderBody(requestBody.content) : ""}
<h3>Answers</h3>
${Object.entries(responses).map(renderAnswer).join("\n")}
</details>`;
}

type Row = { name: string; kind: string; required: boolean };

function describeParameter({ name, in: place, required = false, schema }: Parameter): Row {
  return { name, kind: `${describeKind(schema)}, in the ${place}`, required };
}

function renderBody(content: NonNullable<Answer["content"]>): string {
  return Object.entries(content)
    .map(([type, { schema, example }]) => {
      const rows = describeFields(schema);
      return `<h3>Body <small>${escapeMarkup(type)}</small></h3>
${rows.length > 0 ? renderRows(rows) : ""}
${renderExample(example)}`;
    })
    .join("\n");
}

/** Returns the fields of an object; of a union, those of its first object. */
function describeFields(schema: Schema): Row[] {
  const { properties = {}, required = [] } =
    schema.anyOf?.find((each) => each.properties) ?? schema;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    kind: describeKind(property),
    required: required.includes(name),
  }));
}

function describeKind(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(describeKind).join(" or ");
  const kind = listTypes(schema).join(" or ");
  if (kind === "array") return `list of ${describeKind(schema.items ?? {})}`;
  return schema.format ? `${kind} (${schema.format})` : kind;
}

function renderRows(rows: Row[]): string {
  const lines = rows.map(
    ({ name, kind, required }) =>
      `<div><dt><code>${escapeMarkup(name)}</code></dt><dd>${escapeMarkup(kind)}${required ? "" : " <em>optional</em>"}</dd></div>`,
  );
  return `<dl>\n${lines.join("\n")}\n</dl>`;
}

function renderAnswer([status, { description, content = {} }]: [string, Answer]): string {
  const examples = Object.values(content).map(({ example }) => renderExample(example));
  const name = status === "default" ? "Other" : status;
  return `<p><code>${escapeMarkup(name)}</code> ${renderInline(description)}</p>\n${examples.join("\n")}`;
}

function renderExample(example: unknown): string {
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return `<pre tabindex="0"><code>${escapeMarkup(text)}</code></pre>`;
}

function renderText(text: string): string {
  return `<p>${renderInline(text)}</p>`;
}

function renderInline(text: string): string {
  return escapeMarkup(text).replace(/`([^`]+)`/g, "<code>$1</code>");
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
