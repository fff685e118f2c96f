import { t } from "@fairclick/core/language/t";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { contactFormQuery } from "../queries/accounts";
import { pageInApp, storeSide } from "../session/session";
import { PageSpinner } from "../ui/layout";
import { lazyPage, leadToHub, root, texts } from "./root";

const contact = createRoute({
  getParentRoute: () => root,
  path: "contact",
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(contactFormQuery),
  staticData: { failure: t`The form could not be loaded.` },
  component: lazyRouteComponent(() => import("../public/contact-form"), "ContactPage"),
});

const login = createRoute({
  getParentRoute: () => root,
  path: "login",
  validateSearch: (search) => texts(search, "error", "next"),
  component: lazyPage(
    () => import("../accounts/login"),
    ({ LoginPage }) => {
      const { error, next } = login.useSearch();
      return <LoginPage error={error} next={pageInApp(next)} />;
    },
  ),
});

/** Return page of a sign-in with Google. The one-time code is in the fragment, which no server sees. */
const googleReturn = createRoute({
  getParentRoute: () => root,
  path: "login/token",
  beforeLoad: async ({ context, location }) => {
    const { landFromGoogle } = await import("../accounts/google-return");
    return landFromGoogle(context.queryClient, location.hash);
  },
  pendingComponent: PageSpinner,
  component: lazyPage(
    () => import("../accounts/google-return"),
    ({ ChooseAccount }) => <ChooseAccount {...googleReturn.useRouteContext().choice} />,
  ),
});

/** `role` chooses what the hub shows first: every account can do both. */
type RegisterSearch = { role?: string; mode?: "email"; next?: string };

const register = createRoute({
  getParentRoute: () => root,
  path: "register",
  validateSearch: ({ mode, ...others }): RegisterSearch => ({
    ...(mode === "email" ? { mode } : {}),
    ...texts(others, "role", "next"),
  }),
  beforeLoad: ({ search: { role }, preload }) => {
    if (role && !preload) storeSide(role === "developer" ? role : "creator");
  },
  component: lazyPage(
    () => import("../accounts/register"),
    ({ RegisterPage }) => {
      const { mode, ...kept } = register.useSearch();
      const navigate = register.useNavigate();
      return (
        <RegisterPage
          byMail={mode === "email"}
          onByMail={(byMail) =>
            void navigate({ search: byMail ? { ...kept, mode: "email" } : kept })
          }
          next={pageInApp(kept.next)}
        />
      );
    },
  ),
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: "second-factor",
  validateSearch: (search) => texts(search, "next"),
  component: lazyPage(
    () => import("../accounts/second-factor-form"),
    ({ SecondFactorPage }) => <SecondFactorPage next={pageInApp(secondFactor.useSearch().next)} />,
  ),
});

/** A page that shows what its address alone says. */
function plainPage<
  const Path extends string,
  Parts extends Record<string, unknown>,
  Name extends keyof Parts,
>(path: Path, load: () => Promise<Parts>, name: Name) {
  const component = lazyRouteComponent(load, name);
  return createRoute({ getParentRoute: () => root, path, component });
}

const loadPasswords = () => import("../accounts/new-password");
const loadMailLinks = () => import("../accounts/mail-link");

const forgotPassword = plainPage("forgot-password", loadPasswords, "ForgotPasswordPage");
const resetPassword = plainPage("reset-password", loadPasswords, "ResetPasswordPage");
const verifyEmail = plainPage("verify-email", loadMailLinks, "VerifyEmailPage");
const confirmEmail = plainPage("confirm-email", loadMailLinks, "ConfirmEmailPage");
const undoEmail = plainPage("undo-email", loadMailLinks, "UndoEmailPage");
const cancelRecovery = plainPage("cancel-recovery", loadMailLinks, "CancelRecoveryPage");

/** An old address of the Creator Hub. */
const oldHub = createRoute({
  getParentRoute: () => root,
  path: "creator-hub",
  beforeLoad: leadToHub,
});

const elsewhere = createRoute({
  getParentRoute: () => root,
  path: "$",
  beforeLoad: leadToHub,
});

/** The pages that open without an account. Unknown addresses lead to the Creator Hub. */
export const publicPages = [
  contact,
  login,
  googleReturn,
  register,
  secondFactor,
  forgotPassword,
  resetPassword,
  verifyEmail,
  confirmEmail,
  undoEmail,
  cancelRecovery,
  oldHub,
  elsewhere,
] as const;
