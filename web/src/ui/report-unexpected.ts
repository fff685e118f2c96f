import { ApiError, NetworkError } from "../api/answer";
import { UncheckedSession } from "../session/session";

const EXPECTED = [ApiError, NetworkError, UncheckedSession];

/** A failed answer is shown where its data belongs; anything else that a page caught is a defect. */
export function reportUnexpected(error: unknown): void {
  if (!EXPECTED.some((kind) => error instanceof kind)) reportError(error);
}
