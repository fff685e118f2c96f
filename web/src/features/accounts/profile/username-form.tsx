import { usernameRequestSchema } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { TextField } from "../../../ui/field";
import { ChangeFailure } from "./change-failure";
import { useChange } from "./use-change";

export function UsernameForm({ username }: { username: string }) {
  const change = useChange((json: { username: string }) =>
    readAnswer(api.users.profile.username.$put({ json })),
  );
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(usernameRequestSchema),
    defaultValues: { username },
  });
  return (
    <form noValidate className="space-y-3" onSubmit={handleSubmit((input) => change.mutate(input))}>
      <TextField
        label={t`Username`}
        autoComplete="username"
        disabled={change.isPending}
        error={formState.errors.username?.message}
        {...register("username")}
      />
      <ChangeFailure error={change.error} />
      <Button type="submit" disabled={change.isPending || watch("username").trim() === username}>
        {change.isPending ? t`Saving...` : t`Save username`}
      </Button>
    </form>
  );
}
