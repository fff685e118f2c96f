import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { endSession } from "../session/session";
import { signOut } from "../session/sign-out";
import { itemClass } from "./menu-panel";

export function LogoutButton() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={itemClass}
      onClick={async () => {
        signOut();
        await navigate({ to: "/login" });
        endSession(queryClient);
      }}
    >
      {t`Logout`}
    </button>
  );
}
