import { t } from "@fairclick/core/language/t";
import { errorMessage } from "../api/answer";
import { FieldError } from "../ui/fields";

/** Shows why a change failed. */
export function ChangeFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return <FieldError message={errorMessage(error, t`This did not work. Please try again.`)} />;
}
