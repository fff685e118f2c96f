import { parseAccept } from "hono/utils/accept";

export type Encoding = "br" | "gzip";

/** The smaller first: whoever takes both is not asked which one they would rather have. */
const bySize: Encoding[] = ["br", "gzip"];

/** Which of the encodings that there are an `Accept-Encoding` allows; null when it is none of them. */
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
