import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { signWithPasskey } from "../session/passkey";
import { Button } from "../ui/button";
import { FieldError } from "../ui/fields";
import { acceptOffer } from "./google-return";
import { parseSignedIn } from "./sign-in";

/** Signs in without a password. `next` is the page of the app to open afterwards. */
export function PasskeyButton({ next }: { next: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const enter = useMutation({
    mutationFn: async () => {
      const credential = await signWithPasskey();
      return parseSignedIn(
        await readAnswer(api.auth.passkeys.session.$post({ json: { credential } })),
      );
    },
    onSuccess: (signedIn) => {
      acceptOffer(queryClient, signedIn);
      void navigate({ href: next, replace: true });
    },
    meta: { signsIn: true },
  });
  return (
    <div className="mt-5 space-y-3 border-rule border-t-2 border-dashed pt-5">
      <Button className="w-full" disabled={enter.isPending} onClick={() => enter.mutate()}>
        {t`Log in with a passkey`}
      </Button>
      <FieldError
        message={
          enter.error
            ? errorMessage(enter.error, t`This did not work. Please try again.`)
            : undefined
        }
      />
    </div>
  );
}
