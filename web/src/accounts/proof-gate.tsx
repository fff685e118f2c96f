import { lazy, Suspense, useSyncExternalStore } from "react";
import { proofRequests } from "../session/proof";

const ProofDialog = lazy(async () => ({
  default: (await import("./proof-dialog")).ProofDialog,
}));

/** Shows the dialog for a proof of identity while a call of the API waits for one. */
export function ProofGate() {
  const request = useSyncExternalStore(proofRequests.subscribe, proofRequests.get);
  if (!request) return null;
  return (
    <Suspense fallback={null}>
      <ProofDialog onDone={request.settle} />
    </Suspense>
  );
}
