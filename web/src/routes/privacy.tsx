import { createFileRoute } from "@tanstack/react-router";
import { TextPage } from "../shell/text-page";

export const Route = createFileRoute("/privacy")({ component: PrivacyPage });

function PrivacyPage() {
  return (
    <TextPage title="Privacy">
      <h2>When you follow a link</h2>
      <p>
        We log the click's time, IP address, referrer and user agent, and set one first-party cookie
        with a random value, so that the same device is not counted twice. We use them to tell
        people from machines and to pay for valid clicks, for nothing else. The game may report that
        you arrived and came back, with its own id of you; we keep a keyed hash of that id as long
        as the click's address.
      </p>
      <h2>When you have an account</h2>
      <p>
        We keep your username, e-mail address and, unless you sign in with Google only, a hash of
        your password. Addresses and devices from which you sign in are remembered for a day, so
        that nobody is paid for their own clicks. Your session token is kept in your browser's
        storage; for each session we keep which browser it belongs to, until it ends, so that you
        can see on your profile where you are signed in.
      </p>
      <p>
        You can delete your account on your profile once no money is in it. Accounting records stay,
        without your name, your email address and your ids at Stripe, except the payout account of
        each withdrawal.
      </p>
      <h2>Who sees what</h2>
      <p>
        Creators and developers see how many clicks got which verdict and why, never a visitor's
        address. The people who run this marketplace see the evidence for a verdict. Payments are
        handled by Stripe, which receives what it needs for them.
      </p>
      <h2>No tracking of you</h2>
      <p>These pages load nothing from third parties and show no advertisements.</p>
    </TextPage>
  );
}
