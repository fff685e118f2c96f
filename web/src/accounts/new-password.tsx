import { passwordSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { startSession } from "../session/session";
import { Button } from "../ui/button";
import { FieldError } from "../ui/fields";
import { notify } from "../ui/notify";
import { PasswordField } from "./account-page";
import { AccountPage } from "./account-page-more";
import { parseSignIn } from "./sign-in";

const formSchema = z.object({ password: passwordSchema });

/** The token is in the fragment, which no server sees. */
export function ResetPasswordPage() {
  const { hash } = useLocation();
  return (
    <AccountPage
      title={t`Choose a new password`}
      lead={t`You are then signed out everywhere else.`}
    >
      <title>{t`Choose a new password · Fairclick`}</title>
      <NewPassword token={hash} />
    </AccountPage>
  );
}

/** Sets a new password with the token of a mail, and signs in. */
function NewPassword({ token }: { token: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(formSchema),
    defaultValues: { password: "" },
  });
  const change = useMutation({
    mutationFn: async (password: string) =>
      parseSignIn(await readAnswer(api.auth.reset.password.$post({ json: { token, password } }))),
    onSuccess: (signIn) => {
      if (signIn === "second_factor") return void navigate({ to: "/second-factor" });
      const { user, token: session, message } = signIn;
      startSession(queryClient, user, session);
      notify.success(message);
      void navigate({ to: "/app/creator-hub", replace: true });
    },
    meta: { signsIn: true },
  });
  const failure = change.error
    ? errorMessage(change.error, t`This did not work. Please try again.`)
    : undefined;
  const incomplete =
    token === "" ? t`This link is incomplete. Please open it from the mail again.` : undefined;
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={handleSubmit(({ password }) => change.mutate(password))}
    >
      <PasswordField
        registration={register("password")}
        disabled={change.isPending}
        error={formState.errors.password?.message}
      />
      <FieldError message={incomplete ?? failure} />
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={change.isPending || token === ""}
      >
        {change.isPending ? t`Saving...` : t`Save and sign in`}
      </Button>
    </form>
  );
}
