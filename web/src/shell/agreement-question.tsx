import { lazy, Suspense, useSyncExternalStore } from "react";
import { agreementStore } from "../session/agreement";

const AgreementDialog = lazy(async () => ({
  default: (await import("./agreement-dialog")).AgreementDialog,
}));

/** Shows the dialog while a request waits for the user's agreement. */
export function AgreementQuestion() {
  const question = useSyncExternalStore(agreementStore.subscribe, agreementStore.read);
  if (!question) return null;
  return (
    <Suspense>
      <AgreementDialog onAnswer={question.answer} />
    </Suspense>
  );
}
