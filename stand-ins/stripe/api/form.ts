export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

type Node = { [key: string]: Node | string };

/**
 * Parses Stripe's nested form fields: `a[b][0][c]=x` becomes `{ a: { b: [{ c: "x" }] } }`. Keys
 * that count from 0 without a gap become an array.
 */
export function readForm(fields: Iterable<[string, string]>): Form {
  const root: Node = Object.create(null);
  for (const [name, value] of fields) {
    const path = parsePath(name);
    let node = root;
    for (const key of path.slice(0, -1)) {
      const inner = node[key];
      const next: Node = typeof inner === "object" ? inner : Object.create(null);
      node[key] = next;
      node = next;
    }
    node[lastKey(path, node)] = value;
  }
  return Object.fromEntries(Object.entries(root).map(([key, node]) => [key, settle(node)]));
}

/** Returns the last key of the path. For an empty key, as in `expand[]`, returns the next index. */
function lastKey(path: string[], node: Node): string {
  const key = path.at(-1) ?? "";
  return key === "" && path.length > 1 ? String(Object.keys(node).length) : key;
}

function parsePath(name: string): string[] {
  const [, head = name, tail = ""] = name.match(/^([^[]+)((?:\[[^[\]]*\])*)$/) ?? [];
  return [head, ...Array.from(tail.matchAll(/\[([^[\]]*)\]/g), ([, key = ""]) => key)];
}

function settle(node: Node | string): FormValue {
  if (typeof node === "string") return node;
  const entries = Object.entries(node);
  const counted = entries.every(([key], index) => key === String(index));
  if (counted) return entries.map(([, value]) => settle(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, settle(value)]));
}

/** Formats `["a", "b", "0"]` as the form field name `a[b][0]`. */
export function paramName([head = "", ...rest]: string[]): string {
  return head + rest.map((key) => `[${key}]`).join("");
}
