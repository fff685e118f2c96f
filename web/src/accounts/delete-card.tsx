import type { ProfileResponse } from "@fairclick/core/accounts/account";
import { t } from "@fairclick/core/language/t";
import { lazy, Suspense } from "react";
import { Button } from "../ui/button";
import { Card } from "../ui/layout";

const DeleteDialog = lazy(async () => ({
  default: (await import("./deletion")).DeleteDialog,
}));

type DeleteCardProps = {
  profile: ProfileResponse;
  open: boolean;
  onOpen: (open: boolean) => void;
};

/** Deletes the account, or lists what prevents it. */
export function DeleteCard({ profile, open, onOpen }: DeleteCardProps) {
  const { obstacles } = profile;
  return (
    <Card title={t`Delete account`}>
      {obstacles.length > 0 ? (
        <>
          <p className="mb-2">{t`This account cannot be deleted yet:`}</p>
          <ul className="mb-5 list-disc space-y-1 pl-5">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{obstacle}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mb-5">
          {t`Your name, email address and sessions are deleted. Unused wallet money goes back to your cards. Accounting records stay, without your name.`}
        </p>
      )}
      <div className="mt-auto">
        <Button disabled={obstacles.length > 0} onClick={() => onOpen(true)}>
          {t`Delete account`}
        </Button>
      </div>
      <Suspense fallback={null}>
        {open ? <DeleteDialog onClose={() => onOpen(false)} /> : null}
      </Suspense>
    </Card>
  );
}
