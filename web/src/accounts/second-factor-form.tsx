import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Button } from "../ui/button";
import { Form, TextField } from "../ui/fields";
import { acceptOffer } from "./google-return";
import { AccountPage, parseSignedIn } from "./sign-in";

type SecondFactorProps = { next: string };

export function SecondFactorPage({ next }: SecondFactorProps) {
  return (
    <AccountPage
      title={t`Enter a code`}
      lead={t`Your account is protected by an authenticator app.`}
    >
      <SecondFactorForm next={next} />
    </AccountPage>
  );
}

/** Completes a sign-in with a code. */
function SecondFactorForm({ next }: SecondFactorProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [code, setCode] = useState("");
  const enter = useMutation({
    mutationFn: async () =>
      parseSignedIn(await readAnswer(api.auth["second-factor"].session.$post({ json: { code } }))),
    onSuccess: (signedIn) => {
      acceptOffer(queryClient, signedIn);
      void navigate({ href: next, replace: true });
    },
    meta: { signsIn: true },
  });

  return (
    <Form onSubmit={() => enter.mutate()}>
      <TextField
        label={t`Code`}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        hint={t`Six digits of your authenticator app, or a recovery code.`}
        value={code}
        disabled={enter.isPending}
        error={describeFailure(enter.error)}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        disabled={enter.isPending || code.trim() === ""}
      >
        {enter.isPending ? t`Signing in...` : t`Sign In`}
      </Button>
      <p className="text-center">
        <Link to="/login">{t`Start again`}</Link>
      </p>
    </Form>
  );
}
