import { Link } from "@tanstack/react-router";
import { Button, buttonClass } from "../../ui/button";

/** The first question of an account: with Google, or with an e-mail address. */
export function RegisterOptions({ onEmail }: { onEmail: () => void }) {
  return (
    <div className="space-y-3">
      <a href="/api/auth/google" className={buttonClass("primary", "w-full")}>
        Continue with Google
      </a>
      <Button className="w-full" onClick={onEmail}>
        Continue with Email
      </Button>
      <p className="pt-3 text-center text-soft">
        Already have an account? <Link to="/login">Log in</Link>
      </p>
    </div>
  );
}
