import { errorMessage } from "../../../api/answer";
import { FieldError } from "../../../ui/field";

/** Why a change was not made; what was typed stays where it is. */
export function ChangeFailure({ error }: { error: Error | null }) {
  if (!error) return null;
  return <FieldError message={errorMessage(error, "This did not work. Please try again.")} />;
}
