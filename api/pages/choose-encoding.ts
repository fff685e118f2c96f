import { parseAccept } from "hono/utils/accept";

export type Encoding = "br" | "gzip";

/** The smaller encoding first; the client's preferences (`q`) only matter if they are zero. */
const bySize: Encoding[] = ["br", "gzip"];

/** Returns the smallest available encoding that `Accept-Encoding` allows; null if none is allowed. */
export function chooseEncoding(
  accepted: string | null,
  available: ReadonlyMap<Encoding, unknown>,
): Encoding | null {
  const ranges = parseAccept(accepted?.toLowerCase() ?? "");
  const allows = (encoding: Encoding) => {
    const range =
      ranges.find(({ type }) => type === encoding) ?? ranges.find(({ type }) => type === "*");
    return range !== undefined && range.q > 0;
  };
  return bySize.find((encoding) => available.has(encoding) && allows(encoding)) ?? null;
}
