import { ButtonLink } from "../../ui/button";
import { Card } from "../../ui/card";
import { PageHeading } from "../../ui/page-heading";
import { Line, Lines } from "../../ui/receipt";
import { useUser } from "../session/session";

export function ProfilePage() {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <PageHeading title="Profile" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Card title="Account">
          <Lines>
            <Line label="Username">
              <span className="break-all font-text">{user.username}</span>
            </Line>
            <Line label="Email">
              <span className="break-all font-text">{user.email}</span>
            </Line>
          </Lines>
        </Card>
        <Card title="Payouts">
          <p className="mb-5">
            {user.stripeAccountVerified
              ? "A payouts account is connected. Earnings can be withdrawn to your bank."
              : "No payouts account is connected yet. It is needed to withdraw earnings."}
          </p>
          <div className="mt-auto">
            <ButtonLink to="/app/payments">To your payments</ButtonLink>
          </div>
        </Card>
      </div>
    </>
  );
}
