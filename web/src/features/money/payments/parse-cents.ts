import { MICROS_PER_CENT, microsFromDollars } from "@fairclick/core/amounts";
import { plainDollars } from "../../../ui/typed-dollars";

export type TypedAmount =
  | { ok: true; cents: number }
  | { ok: false; reason: "unreadable" | "not above zero" };

/** Parses typed dollars. Accepts whole cents only. */
export function parseCents(text: string): TypedAmount {
  const trimmed = text.trim();
  const micros = microsFromDollars(plainDollars(trimmed.replace(/^-/, "")));
  if (micros === null || micros % MICROS_PER_CENT !== 0n)
    return { ok: false, reason: "unreadable" };
  if (micros === 0n || trimmed.startsWith("-")) return { ok: false, reason: "not above zero" };
  return { ok: true, cents: Number(micros / MICROS_PER_CENT) };
}
