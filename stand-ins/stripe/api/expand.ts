import type { State } from "../world/state";
import { invalidRequest } from "./api-error";

/**
 * Returns `body` with ids replaced by their objects at paths such as `data.source.charge`. Ids of
 * unknown objects stay. Throws ApiError for a path that does not exist.
 */
export function expand(state: State, body: unknown, paths: readonly string[]): unknown {
  if (paths.length === 0) return body;
  const copy = structuredClone(body);
  for (const path of paths) expandPath(state, copy, path.split("."), path);
  return copy;
}

function expandPath(state: State, value: unknown, keys: string[], path: string): void {
  const [key, ...rest] = keys;
  if (key === undefined) return;
  if (Array.isArray(value)) {
    for (const item of value) expandPath(state, item, keys, path);
    return;
  }
  if (!isRecord(value)) return;
  if (!(key in value)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  const inner = value[key];
  if (typeof inner === "string") value[key] = objectById(state, inner) ?? inner;
  expandPath(state, value[key], rest, path);
}

function objectById(state: State, id: string): unknown {
  for (const table of Object.values(state.objects)) {
    const owned = table[id];
    if (owned) return structuredClone(owned.object);
  }
  return null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
